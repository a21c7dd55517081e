// node_http2.js CERTIFICATE KEY AUTHORITY: Node's own server and client of HTTP/2, with the proxy of HARK_PROXY between
// them. Ends with `ok`, or with what went wrong.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const http2 = require('http2');
const tls = require('tls');

const [certificate, key, authority] = process.argv.slice(2).map((path) => fs.readFileSync(path));
const proxy = new URL(process.env.HARK_PROXY);
const origin = http2.createSecureServer({ cert: certificate, key });
origin.on('stream', (stream, headers) => {
  // What it resets itself is told to it as an error.
  stream.on('error', () => {});
  if (headers[':path'] === '/reset') return stream.close(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM);
  let count = 0;
  stream.on('data', (piece) => { count += piece.length; });
  stream.on('end', () => {
    stream.additionalHeaders({ ':status': 103, link: '</a>' });
    stream.respond({ ':status': 200 }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': String(count) }));
    stream.end(`${headers[':method']} ${headers[':path']}`);
  });
});

function ask(session, headers, body) {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers);
    const found = { text: '' };
    stream.setEncoding('utf8');
    stream.on('headers', (fields) => { found.interim = fields[':status']; });
    stream.on('response', (fields) => { found.status = fields[':status']; });
    stream.on('trailers', (fields) => { found.trailers = fields['x-sum']; });
    stream.on('data', (piece) => { found.text += piece; });
    stream.on('error', reject);
    stream.on('end', () => resolve(found));
    stream.end(body);
  });
}

async function play(socket, url) {
  const secure = tls.connect({ socket, servername: 'localhost', ca: authority, ALPNProtocols: ['h2'] });
  const session = http2.connect(url, { createConnection: () => secure });
  const all = await Promise.all([1, 2, 3].map((number) => ask(session, { ':path': `/${number}` })));
  all.forEach((found, index) => assert.deepStrictEqual(
    found, { interim: 103, status: 200, text: `GET /${index + 1}`, trailers: '0' }));
  const posted = await ask(session, { ':path': '/in', ':method': 'POST' }, 'x'.repeat(300000));
  assert.strictEqual(posted.trailers, '300000');
  const refused = await ask(session, { ':path': '/reset' });
  assert.strictEqual(refused.status, 502);
  session.close();
  console.log('ok');
  origin.close();
  process.exit(0);
}

origin.listen(0, '127.0.0.1', () => {
  const target = `localhost:${origin.address().port}`;
  const tunnel = http.request({
    host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: target, headers: { Host: target },
  });
  tunnel.on('connect', (answer, socket) => {
    play(socket, `https://${target}`).catch((error) => {
      console.log(error.stack);
      process.exit(1);
    });
  });
  tunnel.end();
});
