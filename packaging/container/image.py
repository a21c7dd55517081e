"""image.py ROOT VERSION ARCHITECTURE FILE: an OCI image of a laid-out folder, without a daemon.

The image has the program, the libraries it needs, the CA roots, the public suffix list and terminal descriptions of the
machine that builds it, what scanners ask about these, and nothing else. The same input gives the same bytes.
"""

import gzip
import hashlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import time

sys.dont_write_bytecode = True
sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent.parent))

import sbom  # noqa: E402

EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
USER = 65532


def needed(program):
    """The shared libraries of a program, and the loader, as the machine finds them."""
    lines = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout.splitlines()
    for line in lines:
        words = line.split()
        if "=>" in words and words[2].startswith("/"):
            yield words[2]
        elif words and words[0].startswith("/"):
            yield words[0]


def machine_files(program):
    yield from needed(program)
    yield "/etc/ssl/certs/ca-certificates.crt"
    yield "/usr/share/publicsuffix/public_suffix_list.dafsa"
    for name in ("xterm", "xterm-256color", "screen", "tmux-256color", "linux", "vt100"):
        for folder in ("/lib/terminfo", "/usr/share/terminfo"):
            path = f"{folder}/{name[0]}/{name}"
            if os.path.exists(path):
                yield path
                break


def scanner_files(paths):
    """What vulnerability scanners read: the system, and the package of each file that comes from it."""
    yield "/etc/os-release", pathlib.Path("/etc/os-release").read_bytes()
    for name in sorted({sbom.owner(path) for path in paths} - {""}):
        status = sbom.output("dpkg-query", "-s", name).split("\n\n")[0]
        yield f"/var/lib/dpkg/status.d/{name}", (status + "\n").encode()


def layer(root):
    entries = {}
    for path in sorted(pathlib.Path(root).rglob("*")):
        if path.is_file():
            entries["/" + str(path.relative_to(root))] = (path.read_bytes(), path.stat().st_mode & 0o777)
    taken = [path for path in machine_files(os.path.join(root, "usr/bin/hark")) if os.path.exists(path)]
    for path in taken:
        mode = 0o755 if ".so" in path else 0o644
        entries[path] = (pathlib.Path(os.path.realpath(path)).read_bytes(), mode)
    for path, data in scanner_files(taken):
        entries[path] = (data, 0o644)
    passwd = f"root:x:0:0:root:/:/sbin/nologin\nhark:x:{USER}:{USER}:hark:/data:/sbin/nologin\n"
    entries["/etc/passwd"] = (passwd.encode(), 0o644)
    entries["/etc/group"] = (f"root:x:0:\nhark:x:{USER}:\n".encode(), 0o644)
    folders = {"/tmp": (0o1777, 0), "/data": (0o700, USER)}
    for path in entries:
        for parent in pathlib.PurePosixPath(path).parents:
            folders.setdefault(str(parent), (0o755, 0))
    folders.pop("/", None)
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in sorted(folders.keys() | entries.keys()):
            info = tarfile.TarInfo(path.lstrip("/"))
            info.mtime = EPOCH
            if path in folders:
                info.type = tarfile.DIRTYPE
                info.mode, owner = folders[path]
                info.uid = info.gid = owner
                archive.addfile(info)
            else:
                data, info.mode = entries[path]
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    return raw.getvalue()


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def main(root, version, architecture, target):
    plain = layer(root)
    packed = gzip.compress(plain, 9, mtime=0)
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(EPOCH))
    config = json.dumps(
        {
            "created": created,
            "architecture": architecture,
            "os": "linux",
            "config": {
                "User": f"{USER}:{USER}",
                "ExposedPorts": {"8888/tcp": {}},
                # Containers reach it from private addresses only. A list has a value a line.
                "Env": [
                    "PATH=/usr/bin", "HOME=/data", "XDG_DATA_HOME=/data", "TMPDIR=/tmp", "HARK_LISTEN=0.0.0.0:8888",
                    "HARK_ALLOW=10.0.0.0/8\n172.16.0.0/12\n192.168.0.0/16\n127.0.0.0/8",
                ],
                "Entrypoint": ["/usr/bin/hark"],
                "Cmd": ["proxy", "--quiet"],
                # Docker and Podman heed it. It sends no request, which would be a flow.
                "Healthcheck": {
                    "Test": ["CMD", "/usr/bin/hark", "doctor", "--proxy", "127.0.0.1:8888", "--only", "listening,identity"],
                    "Interval": 30_000_000_000, "Timeout": 5_000_000_000,
                },
                "Volumes": {"/data": {}},
                "WorkingDir": "/data",
                "Labels": {
                    "org.opencontainers.image.title": "hark",
                    "org.opencontainers.image.version": version,
                    "org.opencontainers.image.licenses": "Apache-2.0",
                },
            },
            "rootfs": {"type": "layers", "diff_ids": [digest(plain)]},
            "history": [{"created": created, "created_by": "scripts/package"}],
        },
        sort_keys=True,
    ).encode()
    manifest = json.dumps(
        {
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": {
                "mediaType": "application/vnd.oci.image.config.v1+json", "digest": digest(config), "size": len(config),
            },
            "layers": [
                {
                    "mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", "digest": digest(packed),
                    "size": len(packed),
                }
            ],
        },
        sort_keys=True,
    ).encode()
    index = json.dumps(
        {
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.index.v1+json",
            "manifests": [
                {
                    "mediaType": "application/vnd.oci.image.manifest.v1+json", "digest": digest(manifest),
                    "size": len(manifest), "platform": {"architecture": architecture, "os": "linux"},
                    "annotations": {"org.opencontainers.image.ref.name": version},
                }
            ],
        },
        sort_keys=True,
    ).encode()
    files = {"oci-layout": b'{"imageLayoutVersion":"1.0.0"}', "index.json": index}
    for data in (config, manifest, packed):
        files["blobs/sha256/" + hashlib.sha256(data).hexdigest()] = data
    with tarfile.open(target, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in sorted(files):
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.mode = len(files[name]), EPOCH, 0o644
            archive.addfile(info, io.BytesIO(files[name]))


if __name__ == "__main__":
    main(*sys.argv[1:])
