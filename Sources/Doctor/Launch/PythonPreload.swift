/// How Python's clients that do not read their environment are led through the proxy: by a `sitecustomize` that Python
/// imports before the program (`PYTHONPATH`), and that runs the user's own behind itself.
///
/// What it changes is in memory, and ends with the process; `python -I` and `python -E` do without it.
enum PythonPreload {
    static func add(to environment: inout CommandEnvironment, folder: RunFolder) throws(LaunchFailure) {
        let path = try folder.folder("python")
        try folder.write(script, to: "python/sitecustomize.py")
        environment.prepend(path, to: "PYTHONPATH", separator: ":")
    }

    static let script = #"""
        # Written by `hark run`. http.client, urllib3 and aiohttp do not read the proxy from the environment: there they
        # are led through Hark. A sitecustomize of the user's own is run as usual.
        import os
        import sys


        def _own_sitecustomize():
            here = os.path.dirname(os.path.abspath(__file__))
            sys.path[:] = [p for p in sys.path if not p or os.path.abspath(p) != here]
            ours = sys.modules.pop("sitecustomize", None)
            try:
                import sitecustomize  # noqa: F401 (another one)
            except ImportError as error:
                if getattr(error, "name", "sitecustomize") != "sitecustomize":
                    raise
            finally:
                if "sitecustomize" not in sys.modules and ours is not None:
                    sys.modules["sitecustomize"] = ours


        def _lead():
            import importlib.abc
            import importlib.util
            from urllib.parse import urlsplit

            url = os.environ["HARK_PROXY"]
            proxy = urlsplit(url)
            address = (proxy.hostname, proxy.port)

            def is_proxy(host, port):
                return str(host).strip("[]").lower() == address[0] and port == address[1]

            def tunnel(sock, host, port):
                """Asks for a tunnel to the server on a connection to the proxy."""
                host = str(host).strip("[]")
                target = "%s:%d" % ("[%s]" % host if ":" in host else host, port)
                request = "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n" % (target, target)
                answer = b""
                try:
                    sock.sendall(request.encode("idna" if not request.isascii() else "ascii"))
                    # Byte by byte: what follows is the server's.
                    while not answer.endswith(b"\r\n\r\n"):
                        byte = sock.recv(1)
                        if not byte:
                            raise OSError("Hark ended the connection for %s" % target)
                        answer += byte
                    status = answer.split(b"\r\n", 1)[0].decode("latin-1").split(" ", 1)[-1]
                    if not status.startswith("200"):
                        raise OSError("Hark answered CONNECT %s with %s" % (target, status))
                except BaseException:
                    sock.close()
                    raise
                return sock

            def lead_http_client(module):
                make = module.HTTPConnection.__init__

                def __init__(self, *given, **named):
                    make(self, *given, **named)
                    connect = self._create_connection

                    def create_connection(to, *rest, **more):
                        if is_proxy(to[0], to[1]):
                            return connect(to, *rest, **more)
                        return tunnel(connect(address, *rest, **more), to[0], to[1])

                    self._create_connection = create_connection

                module.HTTPConnection.__init__ = __init__

            def lead_urllib3(module):
                connect = module.HTTPConnection._new_conn

                def _new_conn(self):
                    host, port = getattr(self, "_dns_host", None), self.port
                    if host is None or getattr(self, "proxy", None) is not None or is_proxy(host, port):
                        return connect(self)
                    self._dns_host, self.port = address
                    try:
                        sock = connect(self)
                    finally:
                        self._dns_host, self.port = host, port
                    try:
                        return tunnel(sock, host, port)
                    except OSError as error:
                        raise module.NewConnectionError(self, str(error))

                module.HTTPConnection._new_conn = _new_conn

            def lead_aiohttp(module):
                request = module.ClientSession._request

                async def _request(self, method, to, **named):
                    is_plain = isinstance(getattr(self, "_connector", None), module.TCPConnector)
                    is_free = named.get("proxy") is None and getattr(self, "_default_proxy", None) is None
                    if is_plain and is_free and not self.trust_env:
                        named["proxy"] = url
                    return await request(self, method, to, **named)

                module.ClientSession._request = _request

            leads = {
                "http.client": lead_http_client, "urllib3.connection": lead_urllib3, "aiohttp.client": lead_aiohttp,
            }

            class Loader(importlib.abc.Loader):
                def __init__(self, loader, lead):
                    self.loader, self.lead = loader, lead

                def create_module(self, spec):
                    return self.loader.create_module(spec)

                def exec_module(self, module):
                    module.__spec__.loader = module.__loader__ = self.loader
                    self.loader.exec_module(module)
                    try:
                        self.lead(module)
                    except Exception:
                        pass  # Another version than those that are known: it goes its own way.

            class Finder(importlib.abc.MetaPathFinder):
                def find_spec(self, name, path=None, target=None):
                    lead = leads.pop(name, None)
                    if lead is None:
                        return None
                    spec = importlib.util.find_spec(name)
                    if spec is not None and hasattr(spec.loader, "exec_module"):
                        spec.loader = Loader(spec.loader, lead)
                    return spec

            sys.meta_path.insert(0, Finder())


        try:
            if os.environ.get("HARK_PROXY"):
                _lead()
        except Exception:
            pass  # An old Python: what reads its environment is still led.
        _own_sitecustomize()

        """#
}
