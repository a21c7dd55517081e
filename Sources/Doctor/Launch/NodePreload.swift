/// How Node is led through the proxy: by a script that it loads before the program's own (`NODE_OPTIONS`).
///
/// Node reads the proxy from its environment from 22.21 and 24 on, and then for its global agents alone. Programs whose
/// agents are their own, and earlier versions, need the script. What it changes is in memory, and ends with the
/// process.
enum NodePreload {
    private static let name = "NODE_OPTIONS"

    static func add(to environment: inout CommandEnvironment, folder: RunFolder) throws(LaunchFailure) {
        try folder.write(script, to: "hark-node.cjs")
        // Node splits the variable at spaces outside quotes, and in quotes takes a backslash for an escape.
        let path = folder.file("hark-node.cjs").replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        environment.prepend("--require \"\(path)\"", to: name, separator: " ")
    }

    static let script = #"""
        // Written by `hark run`. Node before 22.21, and 24 before 24.5, does not read the proxy from its environment,
        // and later ones do so only for their global agents: what `http`, `https` and `fetch` would send elsewhere is
        // led through Hark.
        'use strict';
        (() => {
          if (!process.env.HARK_PROXY) return;
          const http = require('http');
          const https = require('https');
          const net = require('net');
          const tls = require('tls');
          const proxy = new URL(process.env.HARK_PROXY);
          const proxyHost = proxy.hostname.replace(/^\[|\]$/g, '');
          const proxyPort = Number(proxy.port);

          const bare = (host) => String(host || 'localhost').replace(/^\[|\]$/g, '');
          const written = (host) => (bare(host).includes(':') ? `[${bare(host)}]` : bare(host));
          const authority = (host, port) => `${written(host)}:${port}`;
          // An agent that has read the environment itself.
          const knowsProxy = (agent) => Boolean(agent.options && agent.options.proxyEnv);
          // Such an agent would send what a program means for the proxy itself to the proxy a second time: it is
          // exchanged.
          for (const library of [http, https]) {
            if (!knowsProxy(library.globalAgent)) continue;
            const { proxyEnv, ...options } = library.globalAgent.options;
            library.globalAgent = new library.Agent(options);
          }
          const isProxy = (host, port) => bare(host) === proxyHost && Number(port) === proxyPort;

          // Hands over a socket on which the server of that name answers.
          function openTunnel(host, port, done) {
            const target = authority(host, port);
            const request = http.request({
              host: proxyHost, port: proxyPort, method: 'CONNECT', path: target, headers: { Host: target },
              agent: false,
            });
            request.once('connect', (answer, socket, head) => {
              if (answer.statusCode !== 200) {
                socket.destroy();
                done(new Error(`Hark answered CONNECT ${target} with ${answer.statusCode} ${answer.statusMessage}`));
                return;
              }
              if (head.length) socket.unshift(head);
              done(null, socket);
            });
            request.once('error', done);
            request.end();
          }

          // http: the request itself is sent to the proxy, its target being the whole URL (RFC 9112 §3.2.2).
          const addPlain = http.Agent.prototype.addRequest;
          http.Agent.prototype.addRequest = function addRequest(request, options, ...rest) {
            const given = typeof options === 'string' ? { host: options, port: rest[0] } : options;
            const host = given.host || given.hostname;
            const isOther = this instanceof https.Agent || (this.protocol && this.protocol !== 'http:');
            if (isOther || request.method === 'CONNECT' || given.socketPath || knowsProxy(this)) {
              return addPlain.call(this, request, options, ...rest);
            }
            if (isProxy(host, given.port)) {
              // Some libraries send https requests to the proxy in the clear, with the whole URL as the
              // target.
              if (!/^https:/i.test(request.path)) return addPlain.call(this, request, options, ...rest);
              const url = new URL(request.path);
              setTarget(request, url.pathname + url.search);
              // RFC 9112 §3.2.2: with the whole URL as the target, Host is that of the URL, whatever was sent.
              if (!request._header) request.setHeader('Host', url.host);
              const name = bare(url.hostname);
              return https.globalAgent.addRequest(request, {
                ...given, host: name, hostname: name, port: Number(url.port) || 443, servername: name,
              });
            }
            const port = Number(given.port) || 80;
            const origin = port === 80 ? authority(host, 80).replace(/:80$/, '') : authority(host, port);
            setTarget(request, `http://${origin}${request.path}`);
            return addPlain.call(this, request, { ...given, host: proxyHost, hostname: proxyHost, port: proxyPort });
          };

          // The head is made when the first of it is sent, unless fields were given as a list: then it is there
          // already.
          function setTarget(request, target) {
            const former = request.path;
            request.path = target;
            if (typeof request._header !== 'string') return;
            const start = `${request.method} ${former} `;
            const changed = (text) => (typeof text === 'string' && text.startsWith(start)
              ? `${request.method} ${target} ${text.slice(start.length)}` : text);
            request._header = changed(request._header);
            // With Expect: 100-continue it waits among what is to be sent.
            const first = request.outputData && request.outputData[0];
            if (first) first.data = changed(first.data);
          }

          // https: through a tunnel.
          const connectSecurely = https.Agent.prototype.createConnection;
          https.Agent.prototype.createConnection = function createConnection(...given) {
            const callback = given.find((value) => typeof value === 'function');
            const options = given.find((value) => value && typeof value === 'object');
            const port = options && (Number(options.port) || 443);
            const host = options && (options.host || options.hostname);
            if (!callback || !options || options.socket || options.socketPath || knowsProxy(this)
              || isProxy(host, port)) {
              return connectSecurely.apply(this, given);
            }
            openTunnel(host, port, (error, socket) => {
              if (error) return callback(error);
              const isName = options.servername === undefined && !net.isIP(bare(host));
              const servername = isName ? bare(host) : options.servername;
              try {
                callback(null, connectSecurely.call(this, { ...options, servername, socket }));
              } catch (failure) {
                callback(failure);
              }
            });
            return undefined;
          };

          // fetch: its dispatcher is made when it is first called, as to load it takes every program's time.
          const direct = globalThis.fetch;
          if (typeof direct !== 'function') return;
          const dispatcher = Symbol.for('undici.globalDispatcher.1');
          let isSet = false;
          function setDispatcher() {
            isSet = true;
            void globalThis.Response;
            const current = globalThis[dispatcher];
            // A program that has set one of its own keeps it.
            if (!current || current.constructor.name !== 'Agent') return;
            const connect = (options, callback) => {
              const isSecure = options.protocol === 'https:';
              openTunnel(options.hostname, Number(options.port) || (isSecure ? 443 : 80), (error, socket) => {
                if (error || !isSecure) return callback(error, socket);
                const servername = options.servername || (net.isIP(bare(options.hostname)) ? '' : options.hostname);
                const secure = tls.connect({ socket, servername, ALPNProtocols: ['http/1.1'] });
                secure.once('error', callback);
                secure.once('secureConnect', () => {
                  secure.removeListener('error', callback);
                  callback(null, secure);
                });
              });
            };
            globalThis[dispatcher] = new current.constructor({ connect });
          }
          const led = function fetch(...given) {
            if (!isSet) setDispatcher();
            return direct.apply(this, given);
          };
          Object.defineProperty(led, 'length', { value: direct.length, configurable: true });
          const description = Object.getOwnPropertyDescriptor(globalThis, 'fetch');
          Object.defineProperty(globalThis, 'fetch', {
            value: led, writable: true, configurable: true, enumerable: description ? description.enumerable : true,
          });
        })();

        """#
}
