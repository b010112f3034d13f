#!/usr/bin/env python3
"""Mounts a folder so that upper and lower case of names are the same, as on Windows and macOS. Names keep the case with
which they were made. Usage: casefold.py FOLDER MOUNTPOINT. It runs until it is unmounted.
"""

import errno
import os
import sys

try:
    import fusepy as fuse  # the name in Debian
except ImportError:
    import fuse


class Casefold(fuse.Operations):
    """Passes each call on to the folder, with the names that are there."""

    def __init__(self, folder):
        self.folder = folder

    def real(self, path):
        """Returns the path in the folder: the last name may be new."""
        at = self.folder
        for name in path.split("/"):
            if not name:
                continue
            there = os.path.join(at, name)
            if not os.path.lexists(there):
                fold = name.casefold()
                try:
                    names = os.listdir(at)
                except OSError:
                    names = []
                there = next((os.path.join(at, n) for n in names if n.casefold() == fold), there)
            at = there
        return at

    def access(self, path, mode):
        if not os.access(self.real(path), mode):
            raise fuse.FuseOSError(errno.EACCES)

    def chmod(self, path, mode):
        os.chmod(self.real(path), mode)

    def chown(self, path, uid, gid):
        os.lchown(self.real(path), uid, gid)

    def create(self, path, mode, fi=None):
        return os.open(self.real(path), os.O_RDWR | os.O_CREAT | os.O_TRUNC, mode)

    def flush(self, path, fh):
        pass

    def fsync(self, path, datasync, fh):
        os.fsync(fh)

    def getattr(self, path, fh=None):
        s = os.lstat(self.real(path))
        return {k: getattr(s, k) for k in ("st_atime", "st_ctime", "st_gid", "st_mode", "st_mtime", "st_nlink",
                                           "st_size", "st_uid", "st_blocks")}

    def link(self, target, source):
        os.link(self.real(source), self.real(target))

    def mkdir(self, path, mode):
        os.mkdir(self.real(path), mode)

    def open(self, path, flags):
        return os.open(self.real(path), flags & ~os.O_CREAT)

    def read(self, path, size, offset, fh):
        return os.pread(fh, size, offset)

    def readdir(self, path, fh):
        return [".", ".."] + os.listdir(self.real(path))

    def readlink(self, path):
        return os.readlink(self.real(path))

    def release(self, path, fh):
        os.close(fh)

    def rename(self, old, new):
        source, target = self.real(old), self.real(new)
        if target == source:  # another case of the same name
            target = os.path.join(os.path.dirname(source), os.path.basename(new))
        os.rename(source, target)

    def rmdir(self, path):
        os.rmdir(self.real(path))

    def symlink(self, target, source):
        os.symlink(source, self.real(target))

    def truncate(self, path, length, fh=None):
        os.truncate(self.real(path), length)

    def unlink(self, path):
        os.unlink(self.real(path))

    def utimens(self, path, times=None):
        os.utime(self.real(path), times, follow_symlinks=False)

    def write(self, path, data, offset, fh):
        return os.pwrite(fh, data, offset)


if __name__ == "__main__":
    fuse.FUSE(Casefold(sys.argv[1]), sys.argv[2], foreground=True, nothreads=True, use_ino=False)
