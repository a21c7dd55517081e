// node_client.js URL: prints what a server answers, through a tunnel of the proxy in HARK_PROXY. Whom to trust is what
// Node has from its environment.
const http = require('http');
const https = require('https');
const tls = require('tls');

const proxy = new URL(process.env.HARK_PROXY);
const target = new URL(process.argv[2]);
const authority = `${target.hostname}:${target.port || 443}`;

const tunnel = http.request({
  host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: authority, headers: { Host: authority },
});
tunnel.on('connect', (answer, socket) => {
  if (answer.statusCode !== 200) throw new Error(`CONNECT was answered with ${answer.statusCode}`);
  const createConnection = () => tls.connect({ socket, servername: target.hostname });
  // Without an agent, Node would name port 80 in Host.
  https.get(target, { createConnection, headers: { Host: target.host, Connection: 'close' } }, (response) => {
    response.setEncoding('utf8');
    response.on('data', (piece) => process.stdout.write(piece));
  });
});
tunnel.end();
