"""Runs a script for Hark: python3 hark_run.py FILE.

A file that imports `hark`, or is a mitmproxy addon, is loaded and served. Any other one speaks the protocol itself and
is run as it is.
"""

import ast
import os
import sys

_HOOKS = {
    "load", "running", "configure", "done", "request", "response", "requestheaders", "responseheaders", "error",
    "client_connected", "client_disconnected", "server_connect", "server_connected", "server_disconnected",
    "server_connect_error", "http_connect", "http_connect_upstream", "http_connected", "http_connect_error",
    "tls_clienthello", "tls_established_client", "tls_established_server",
    "tls_failed_client", "tls_failed_server", "websocket_start", "websocket_message", "websocket_end",
}


def kind(text):
    """hark, mitmproxy or raw."""
    tree = ast.parse(text)
    modules = set()
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules.add(node.module.split(".")[0])
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names.update(target.id for target in node.targets if isinstance(target, ast.Name))
    if "hark" in modules:
        return "hark"
    if "mitmproxy" in modules or "addons" in names or names & _HOOKS:
        return "mitmproxy"
    return "raw"


def main():
    path = sys.argv[1]
    with open(path, "rb") as file:
        text = file.read()
    try:
        what = kind(text)
    except SyntaxError as error:
        sys.exit(f"{path}:{error.lineno}: {error.msg}")
    if what == "raw":
        os.execv(sys.executable, [sys.executable, path, *sys.argv[2:]])
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(path))
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(1, here)
    import hark

    sys.excepthook = lambda kind, error, place: hark._print_error(error)
    hark._script.channel = hark._Channel()
    if what == "mitmproxy":
        import hark_mitmproxy

        return hark_mitmproxy.main(path)
    name = "__main__"
    module = type(sys)(name)
    module.__file__ = path
    sys.modules[name] = module
    code = compile(text, path, "exec")
    exec(code, module.__dict__)
    hark._script.serve()


main()
