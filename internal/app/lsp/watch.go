package lsp

import (
	"context"
	"path/filepath"
	"time"

	"github.com/shirou/gopsutil/v4/process"
)

// watch looks for new runs and measurements until ctx ends.
func (s *Server) watch(ctx context.Context) {
	for pause(ctx, lookAgain) {
		s.mu.Lock()
		all := make([]*project, 0, len(s.projects))
		for _, p := range s.projects {
			all = append(all, p)
		}
		s.mu.Unlock()
		for _, d := range s.documents() {
			if s.place(d) {
				s.notifyChanged(ctx, d.in())
			}
		}
		for _, p := range all {
			if !p.look() {
				continue
			}
			for _, d := range s.documents() {
				if d.in() == p {
					d.recount()
				}
			}
			s.notifyChanged(ctx, p)
		}
	}
}

// place looks for the project of a document again as long as there is no run: the first one may be made in a folder
// below that of the workspace, or above it. It reports whether it has found another one.
func (s *Server) place(d *document) bool {
	p := d.in()
	if p == nil || p.shownRun() != nil {
		return false
	}
	found := s.projectOf(filepath.Dir(d.path))
	if found == p {
		return false
	}
	d.mu.Lock()
	d.project = found
	d.mu.Unlock()
	d.recount()
	return true
}

// pause waits. It reports whether ctx has not ended.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// notifyChanged sends the notification jprof/changed for each folder of the workspace in, or around, a project.
func (s *Server) notifyChanged(ctx context.Context, p *project) {
	status := p.status()
	_ = s.rpc.Notify(ctx, "jprof/changed", changedParams{uriOf(p.store.Project), status.runID(), status.Live})
}

// refreshSoon lets the client ask again for hints and lenses.
func (s *Server) refreshSoon() {
	select {
	case s.wake <- struct{}{}:
	default: // it will
	}
}

// refresh asks the client to refresh what it shows, at most ten times a second, until ctx ends.
func (s *Server) refresh(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		}
		s.mu.Lock()
		can, client := s.client.Capabilities.Workspace, s.client.Client.Name
		s.mu.Unlock()
		if can.InlayHint.Refresh {
			_, _ = s.rpc.Callback(ctx, "workspace/inlayHint/refresh", nil)
		}
		if can.CodeLens.Refresh {
			_, _ = s.rpc.Callback(ctx, "workspace/codeLens/refresh", nil)
		}
		pause(ctx, 100*time.Millisecond)
		if can.InlayHint.Refresh && client == "Neovim" {
			// If Neovim draws a line between its request for hints and the answer, it keeps the old hint of the line
			// until the next refresh.
			_, _ = s.rpc.Callback(ctx, "workspace/inlayHint/refresh", nil)
		}
	}
}

// endWith ends the server after the process with this ID, which is that of the client, has ended.
func (s *Server) endWith(ctx context.Context, pid int) {
	for pause(ctx, 2*time.Second) {
		if lives, err := process.PidExistsWithContext(ctx, int32(pid)); err == nil && !lives {
			s.end()
			return
		}
	}
}

// show shows a message in the client.
func (s *Server) show(ctx context.Context, kind int, message string) {
	_ = s.rpc.Notify(ctx, "window/showMessage", showMessageParams{kind, message})
}
