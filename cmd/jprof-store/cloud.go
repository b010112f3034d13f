package main

import (
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"strings"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/azureblob" // azblob://
	_ "gocloud.dev/blob/gcsblob"   // gs://
	_ "gocloud.dev/blob/s3blob"    // s3://
	"gocloud.dev/gcerrors"

	"jprof/internal/util/bucket"
)

// cloud is a bucket of gocloud.dev.
type cloud struct{ *blob.Bucket }

// open opens the bucket of a URL, whose path is the folder in it. The parameters are those of gocloud.dev, such as
// region and endpoint. Credentials come from the chain of each cloud: variables, files in the home, the machine's role.
func open(ctx context.Context, text string) (bucket.Bucket, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, err
	}
	folder := strings.Trim(u.Path, "/")
	u.Path = ""
	b, err := blob.OpenBucket(ctx, u.String())
	if err != nil {
		return nil, err
	}
	if folder != "" {
		b = blob.PrefixedBucket(b, folder+"/")
	}
	return cloud{b}, nil
}

func (c cloud) List(ctx context.Context, prefix string) ([]bucket.Object, error) {
	var list []bucket.Object
	for in := c.Bucket.List(&blob.ListOptions{Prefix: prefix}); ; {
		o, err := in.Next(ctx)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, explain(err)
		}
		list = append(list, bucket.Object{Key: o.Key, Size: o.Size, Time: o.ModTime})
	}
}

func (c cloud) Stat(ctx context.Context, key string) (bucket.Object, error) {
	a, err := c.Attributes(ctx, key)
	if err != nil {
		return bucket.Object{}, explain(err)
	}
	return bucket.Object{Key: key, Size: a.Size, Time: a.ModTime}, nil
}

func (c cloud) Get(ctx context.Context, key, file string, limit int64) error {
	in, err := c.NewReader(ctx, key, nil)
	if err != nil {
		return explain(err)
	}
	err = bucket.WriteFile(file, in, limit, key)
	return explain(errors.Join(err, in.Close()))
}

func (c cloud) Put(ctx context.Context, key, file string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	return explain(c.Upload(ctx, key, in, &blob.WriterOptions{ContentType: "application/gzip"}))
}

func (c cloud) Create(ctx context.Context, key string, data []byte) (bool, error) {
	err := c.WriteAll(ctx, key, data, &blob.WriterOptions{ContentType: "application/json", IfNotExist: true})
	if gcerrors.Code(err) == gcerrors.FailedPrecondition || gcerrors.Code(err) == gcerrors.AlreadyExists {
		return false, nil
	}
	return err == nil, explain(err)
}

func (c cloud) Delete(ctx context.Context, key string) error {
	err := c.Bucket.Delete(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return explain(err)
}

// explain gives an error of a driver the kind that package bucket knows.
func explain(err error) error {
	if err == nil {
		return nil
	}
	switch gcerrors.Code(err) {
	case gcerrors.NotFound:
		return bucket.NewMissing(err)
	case gcerrors.Unknown, gcerrors.Internal, gcerrors.ResourceExhausted, gcerrors.DeadlineExceeded:
		return bucket.Transient{Err: err}
	}
	return err
}
