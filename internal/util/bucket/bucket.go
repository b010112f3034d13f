// Package bucket reads and writes the objects of a store that several machines share: a folder (file://), or a bucket
// of S3, Google Cloud Storage or Azure. It knows nothing of what the objects hold.
//
// Folders are read and written by this program (folder.go). The drivers of the clouds are larger than all of jprof, so
// a second program has them, jprof-store. Open starts it where it is needed, and speaks to it over its standard input
// and output (program.go, serve.go): JSON-RPC, one message on a line. Objects do not go over that connection: both
// programs read and write files of this machine. jprof-store ends when its input does, so with jprof, however that
// ends.
//
// The folder is not that of gocloud.dev/blob/fileblob: that one checks by a lock in the process that an object is not
// there yet, so two processes can both write it. Here the file system decides, by a hard link.
package bucket

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"time"
)

// Object describes an object of a bucket.
type Object struct {
	Key  string    `json:"key"`
	Size int64     `json:"size"` // bytes
	Time time.Time `json:"time"` // when it was written last, by the clock of the store
}

// Bucket is a store of objects. Each object is there as a whole or not at all, whatever happens to its writer. The
// error for an object that is not there wraps fs.ErrNotExist. Functions may be called at the same time.
type Bucket interface {
	// List lists the objects whose keys start with prefix, sorted by key.
	List(ctx context.Context, prefix string) ([]Object, error)
	// Stat describes an object.
	Stat(ctx context.Context, key string) (Object, error)
	// Get writes an object to a new file. It fails if the object has more than limit bytes.
	Get(ctx context.Context, key, file string, limit int64) error
	// Put writes a file to an object, which it replaces if it is there.
	Put(ctx context.Context, key, file string) error
	// Create writes a new object, and reports whether it did. If the object is there, it stays. Of several writers at
	// once, one gets true.
	Create(ctx context.Context, key string, data []byte) (bool, error)
	// Delete removes an object. There is no error if it is not there.
	Delete(ctx context.Context, key string) error
	// Close ends what Open has begun.
	Close() error
}

// Transient is an error of a store that may not occur when the same is tried again.
type Transient struct{ Err error }

// Error returns the text of the error.
func (t Transient) Error() string { return t.Err.Error() }

// Unwrap returns the error.
func (t Transient) Unwrap() error { return t.Err }

// Missing is the error for an object that is not there, with the text of another error.
type Missing struct{ error }

// NewMissing returns err as a Missing.
func NewMissing(err error) Missing { return Missing{err} }

// Is makes it an fs.ErrNotExist.
func (Missing) Is(target error) bool { return target == fs.ErrNotExist }

// retrying is a bucket that tries again after transient errors.
type retrying struct {
	Bucket
	sleep func(context.Context, time.Duration) error
}

// tries limits how often an operation is tried. With the pauses between them, this takes about 8 seconds; the drivers
// of the clouds try again on their own before.
const tries = 5

// again calls do until it succeeds, or fails for a reason that stays. The pauses double, and differ at random, so that
// machines which failed together do not try again together.
func (r retrying) again(ctx context.Context, do func() error) error {
	pause := 500 * time.Millisecond
	for try := 1; ; try++ {
		err := do()
		if err == nil || try == tries || !errors.As(err, new(Transient)) || ctx.Err() != nil {
			return err
		}
		if failed := r.sleep(ctx, pause/2+rand.N(pause)); failed != nil {
			return errors.Join(failed, err)
		}
		pause *= 2
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func (r retrying) List(ctx context.Context, prefix string) (list []Object, err error) {
	err = r.again(ctx, func() error { list, err = r.Bucket.List(ctx, prefix); return err })
	return list, err
}

func (r retrying) Stat(ctx context.Context, key string) (o Object, err error) {
	err = r.again(ctx, func() error { o, err = r.Bucket.Stat(ctx, key); return err })
	return o, err
}

func (r retrying) Get(ctx context.Context, key, file string, limit int64) error {
	return r.again(ctx, func() error { return r.Bucket.Get(ctx, key, file, limit) })
}

func (r retrying) Put(ctx context.Context, key, file string) error {
	return r.again(ctx, func() error { return r.Bucket.Put(ctx, key, file) })
}

// Create may find the object there that an attempt before has written, whose answer was lost. So it returns false then;
// callers compare the object with theirs.
func (r retrying) Create(ctx context.Context, key string, data []byte) (made bool, err error) {
	err = r.again(ctx, func() error { made, err = r.Bucket.Create(ctx, key, data); return err })
	return made, err
}

func (r retrying) Delete(ctx context.Context, key string) error {
	return r.again(ctx, func() error { return r.Bucket.Delete(ctx, key) })
}
