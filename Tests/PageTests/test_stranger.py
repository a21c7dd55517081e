"""What another site, another name for this machine, and another user of it can do to the page: nothing. Over Hark itself."""

import http.server
import json
import os
import pathlib
import socket
import threading
import unittest

from playwright.sync_api import expect

from page_case import ProxyCase, real_hark, run

# Asks by everything that a page of another origin has; tells what it got to read.
ATTEMPTS = """async target => {
    const read = [], note = name => value => { if (value) read.push(name + ': ' + String(value).slice(0, 200)) };
    const flow = target + '/api/flows/1', json = { method: 'POST', body: '{"flows": [1], "pin": true}' };
    for (const url of [target + '/', flow, target + '/api/views', target + '/api/session', target + '/api/stream']) {
        await fetch(url).then(answer => answer.text()).then(note('fetch ' + url), () => {});
        await fetch(url, { mode: 'no-cors', credentials: 'include' }).then(answer => answer.text()).then(note('no-cors ' + url), () => {});
    }
    await fetch(target + '/api/marks', { ...json, mode: 'no-cors' }).then(answer => answer.text()).then(note('post'), () => {});
    await fetch(target + '/api/marks', { ...json, headers: { Authorization: 'Bearer x.y', 'Content-Type': 'application/json' } }).then(answer => answer.text()).then(note('preflight'), () => {});
    await fetch(target + '/api/views/1/flows', { method: 'DELETE', body: '{"matched": 1}' }).then(answer => answer.text()).then(note('delete'), () => {});
    navigator.sendBeacon(target + '/api/marks', json.body);
    const waited = (element, name) => new Promise(done => {
        element.onload = () => { try { note(name)(element.contentDocument?.documentElement?.outerHTML ?? (element.tagName === 'IFRAME' ? '' : 'loaded')) } catch {} done() };
        element.onerror = () => done();
        setTimeout(done, 1500);
        document.body.append(element);
    });
    const made = (name, fields) => Object.assign(document.createElement(name), fields);
    await Promise.all([
        waited(made('iframe', { src: target + '/' }), 'iframe'),
        waited(made('iframe', { src: flow + '/response/preview' }), 'preview'),
        waited(made('img', { src: flow + '/response/body' }), 'image'),
        waited(made('script', { src: flow }), 'script'),
        waited(made('script', { type: 'module', src: window.asset }), 'module'),
        waited(made('link', { rel: 'stylesheet', href: window.asset.replace(/scripts.*/, 'styles/base.css') }), 'style'),
        new Promise(done => {
            const source = new EventSource(target + '/api/stream');
            source.onopen = () => note('events')('open');
            source.onerror = () => { source.close(); done() };
        }),
        new Promise(done => {
            const socket = new WebSocket(target.replace('http', 'ws') + '/api/stream');
            socket.onopen = () => note('socket')('open');
            socket.onclose = done;
        }),
    ]);
    const frame = made('iframe', { name: 'form' });
    const form = made('form', { method: 'POST', action: target + '/api/marks', target: 'form', enctype: 'text/plain' });
    form.append(made('input', { name: '{"flows": [1], "pin": true, "x": "', value: '"}' }));
    document.body.append(frame, form);
    form.submit();
    const opened = window.open(target + '/');
    await new Promise(done => setTimeout(done, 1000));
    try { note('window')(opened?.document.body.innerHTML) } catch {}
    note('cookie')(document.cookie);
    return read;
}"""


@unittest.skipIf(real_hark() is None, "hark is not built")
class StrangerTests(ProxyCase):
    expected_errors = "."

    def setUp(self):
        super().setUp()
        self.origin = self.url.split("/#")[0]
        self.port = int(self.origin.rsplit(":", 1)[1])
        self.ask("/echo")
        expect(self.rows()).to_have_count(1)
        self.asset = self.page.evaluate("() => document.querySelector('script[src]').src")

    def seen(self, url):
        pass

    def tearDown(self):
        """Whatever was tried, the session is as it was, and the page that is open still works."""
        flow = self.page.evaluate("() => document.querySelector('hark-list').app.session.get('/api/flows/1')")
        self.assertFalse(flow["marks"]["pinned"])
        self.assertEqual(self.page.evaluate("() => document.querySelector('hark-list').app.state.values.view.matched"), 1)

    def elsewhere(self):
        """A site of somebody else's, at another port of this machine: which is even the same site, as browsers count."""
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!doctype html><title>elsewhere</title><body>")

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_address[1]}/"

    def test_another_origin_reads_nothing_and_changes_nothing(self):
        for site in (self.elsewhere(), self.elsewhere().replace("127.0.0.1", "elsewhere.test")):
            page = self.context.new_page()
            page.goto(site)
            page.evaluate("asset => { window.asset = asset }", self.asset)
            self.assertEqual(page.evaluate(ATTEMPTS, self.origin), [], site)
            page.close()

    def test_another_name_for_this_machine_gets_nothing(self):
        page = self.context.new_page()
        for path in ("/", "/api/flows/1", self.asset.removeprefix(self.origin)):
            answer = page.goto(f"http://elsewhere.test:{self.port}{path}")
            self.assertEqual((answer.status, json.loads(answer.text())["error"]["code"]), (421, "host"), path)
        self.assertEqual(page.evaluate("() => [document.cookie, sessionStorage.length, localStorage.length]"), ["", 0, 0])
        page.close()

    def test_what_was_captured_as_a_page_stays_without_rights(self):
        """A preview that is opened by itself has neither script nor the page's origin."""
        ticket = self.page.evaluate("() => document.querySelector('hark-list').app.session.ticket('/api/flows/1/response/preview')")
        page = self.context.new_page()
        page.goto(f"{self.elsewhere()}")
        answer = page.request.get(f"{self.origin}{ticket}")
        self.assertIn("sandbox", answer.headers["content-security-policy"])
        self.assertEqual(page.request.get(f"{self.origin}{ticket}").status, 401)
        page.close()

    @unittest.skipIf(os.geteuid() != 0, "another user is become by root alone")
    def test_another_user_of_this_machine_gets_nothing(self):
        user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        for path in ("/api/flows/1", "/api/rows?ids=1", "/api/stream", "/api/export?format=har&ids=1"):
            told = run(*user, "curl", "-s", "-w", "%{http_code}", f"{self.origin}{path}").stdout
            self.assertTrue(told.endswith("401") and "demo.hark.test" not in told, told)
        # Even where the folder itself lets others in, nothing in it does.
        os.chmod(self.folder, 0o755)
        files = run(*user, "sh", "-c", 'find "$0" -type f -readable 2>/dev/null; true', self.folder).stdout
        self.assertEqual(files, "")
        self.assertTrue(any(pathlib.Path(self.folder).rglob("page-secret")))
        words = run(*user, "sh", "-c", "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' '; true").stdout
        self.assertIn("--page=127.0.0.1:0", words)
        self.assertNotIn(self.url.split("#")[1], words)

    def test_raw_bytes_that_no_browser_sends(self):
        host = f"Host: 127.0.0.1:{self.port}\r\n"
        attempts = [
            f"GET /api/flows/1 HTTP/1.1\r\n{host}Authorization: Bearer\r\n\r\n", f"GET /api/flows/1 HTTP/1.1\r\n{host}Authorization: Bearer .\r\n\r\n",
            f"GET /api/flows/1?ticket= HTTP/1.1\r\n{host}\r\n", f"GET /api/flows/1/response/body?ticket=a&ticket=b HTTP/1.1\r\n{host}\r\n",
            f"GET /API/flows/1 HTTP/1.1\r\n{host}\r\n", f"GET //api/flows/1 HTTP/1.1\r\n{host}\r\n", f"GET /assets/../api/flows/1 HTTP/1.1\r\n{host}\r\n",
            f"GET /assets/x/..%2f..%2f..%2fetc/passwd HTTP/1.1\r\n{host}\r\n", f"GET /%61pi/flows/1 HTTP/1.1\r\n{host}\r\n", f"GET /./api/flows/1 HTTP/1.1\r\n{host}\r\n",
            f"OPTIONS /api/flows/1 HTTP/1.1\r\n{host}Origin: http://evil.test\r\nAccess-Control-Request-Method: GET\r\n\r\n", f"OPTIONS * HTTP/1.1\r\n{host}\r\n",
            f"GET /api/flows/1 HTTP/1.1\r\nHost: 127.0.0.1:{self.port}, evil.test\r\n\r\n", f"GET /api/flows/1 HTTP/1.1\r\nHost: evil.test\r\n{host}\r\n",
            f"GET /api/flows/1 HTTP/1.1\r\nHost: 127.0.0.1.evil.test:{self.port}\r\n\r\n", f"GET /api/flows/1 HTTP/1.1\r\nHost: [::ffff:127.0.0.1]:{self.port}\r\n\r\n",
            f"GET http://127.0.0.1:{self.port}/api/flows/1 HTTP/1.1\r\n{host}\r\n", f"CONNECT 127.0.0.1:{self.port} HTTP/1.1\r\n{host}\r\n", f"TRACE / HTTP/1.1\r\n{host}X-Secret: 1\r\n\r\n",
            f"POST /api/session HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", f"GET / HTTP/0.9\r\n{host}\r\n", "GET /\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00",
        ]
        for sent in attempts:
            with socket.create_connection(("127.0.0.1", self.port), timeout=15) as raw:
                raw.sendall(sent.encode("latin-1"))
                raw.shutdown(socket.SHUT_WR)
                got = b""
                while piece := raw.recv(65536):
                    got += piece
            status = int(got.split(b" ")[1]) if got.startswith(b"HTTP/1.1 ") else 0
            self.assertNotIn(status, range(200, 300), sent)
            self.assertNotIn(b"demo.hark.test", got, sent)
            self.assertNotIn(b"access-control", got.lower(), sent)
            self.assertNotIn(b"set-cookie", got.lower(), sent)


if __name__ == "__main__":
    unittest.main()
