package bucket

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"

	"jprof/internal/util/version"
)

// Serve is the program at the other end of Open: it reads requests, has a bucket do what they ask, and writes answers.
// It returns when in ends. The function open opens the bucket of a URL.
func Serve(in io.Reader, out io.WriteCloser, open func(ctx context.Context, url string) (Bucket, error)) error {
	var b Bucket
	defer func() {
		if b != nil {
			b.Close()
		}
	}()
	with := func(do func(ctx context.Context, p keyParams) (any, error)) handler.Func {
		return handler.New(func(ctx context.Context, p keyParams) (any, error) {
			if b == nil {
				return nil, jrpc2.Errorf(other, "no bucket is open")
			}
			result, err := do(ctx, p)
			return result, coded(err)
		})
	}
	methods := handler.Map{
		"open": handler.New(func(ctx context.Context, p openParams) (any, error) {
			opened := openResult{protocol, version.String()}
			if p.Protocol != protocol {
				return opened, nil
			}
			var err error
			b, err = open(ctx, p.URL)
			return opened, coded(err)
		}),
		"list": with(func(ctx context.Context, p keyParams) (any, error) { return b.List(ctx, p.Key) }),
		"stat": with(func(ctx context.Context, p keyParams) (any, error) { return b.Stat(ctx, p.Key) }),
		"get": with(func(ctx context.Context, p keyParams) (any, error) {
			return nil, b.Get(ctx, p.Key, p.File, p.Limit)
		}),
		"put":    with(func(ctx context.Context, p keyParams) (any, error) { return nil, b.Put(ctx, p.Key, p.File) }),
		"create": with(func(ctx context.Context, p keyParams) (any, error) { return b.Create(ctx, p.Key, p.Data) }),
		"delete": with(func(ctx context.Context, p keyParams) (any, error) { return nil, b.Delete(ctx, p.Key) }),
	}
	const atOnce = 32
	server := jrpc2.NewServer(methods, &jrpc2.ServerOptions{DisableBuiltin: true, Concurrency: atOnce})
	return server.Start(channel.Line(in, out)).Wait()
}

// coded gives an error the code of its kind.
func coded(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return jrpc2.Errorf(notThere, "%v", err)
	case errors.As(err, new(Transient)):
		return jrpc2.Errorf(transient, "%v", err)
	}
	return jrpc2.Errorf(other, "%v", err)
}
