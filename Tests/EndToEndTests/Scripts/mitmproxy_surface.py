"""Compares the part of mitmproxy's API that Hark offers addons with mitmproxy itself.

    mitmproxy_surface.py ROOT

Each line of CASES is run on a request, a response and the module of both; what it leaves in `r`, or the error it ends
with, has to be the same. Exit 1 when one is not.
"""

import base64
import sys

sys.path.insert(0, sys.argv[1] + "/Sources/CScripts/sdk/python")

from mitmproxy import flowfilter, http
from mitmproxy.test import tflow

import hark
import hark_mitmproxy

HEADERS = [
    ("Host", "h.test:8080"), ("Accept", "a"), ("X", "1"), ("X", "2"), ("Cookie", "a=1; b=2; c"),
    ("Content-Type", "application/x-www-form-urlencoded; charset=utf-8"),
]
ANSWER = [("Content-Type", "text/html; charset=latin1"), ("Set-Cookie", "s=1; Path=/; HttpOnly"), ("Set-Cookie", "t=2")]
URL = "http://h.test:8080/a/b%20c?x=1&x=2&y="
BODY = b"f=1&g=%20z"
PAGE = "h\xe9".encode("latin1")

CASES = [
    "r = rq.method",
    "r = rq.url",
    "r = rq.scheme",
    "r = rq.host",
    "r = rq.port",
    "r = rq.path",
    "r = rq.host_header",
    "r = rq.pretty_host",
    "r = rq.pretty_url",
    "r = rq.path_components",
    "r = rq.http_version",
    "r = rq.content",
    "r = rq.text",
    "r = rq.is_http11",
    "r=rq.headers['x']",
    "r=rq.headers.get_all('X')",
    "r=rq.headers.get('none')",
    "r='ACCEPT' in rq.headers",
    "rq.headers['Accept']='q'; r=rq.headers['accept']",
    "rq.headers.add('X','3'); r=rq.headers.get_all('x')",
    "del rq.headers['x']; r='x' in rq.headers",
    "r=rq.headers['none']",
    "del rq.headers['none']",
    'r=list(rq.query.items(multi=True))',
    "r=rq.query['x']",
    "r=rq.query.get_all('x')",
    "rq.query['x']='9'; r=rq.path",
    "rq.query['z']='a b&c'; r=rq.path",
    "del rq.query['x']; r=rq.path",
    "rq.query={'k':'v'}; r=rq.path",
    'rq.query.clear(); r=rq.path',
    "rq.query.add('x','3'); r=rq.path",
    "r=rq.cookies['a']",
    "rq.cookies['a']='9'; r=rq.headers['cookie']",
    'r=list(rq.urlencoded_form.items(multi=True))',
    "rq.urlencoded_form['f']='a b'; r=rq.text",
    "rq.urlencoded_form={'n':'1'}; r=rq.content",
    "rq.host='other'; r=(rq.url,rq.headers['host'])",
    "rq.port=99; r=(rq.url,rq.headers['host'])",
    "rq.scheme='https'; r=(rq.url,rq.port)",
    "rq.url='https://q.test/z'; r=(rq.host,rq.port,rq.path,rq.headers['host'])",
    "rq.path='/new?1'; r=rq.url",
    "rq.path_components=['a','b c']; r=rq.path",
    "rq.method='put'; r=rq.method",
    "rq.host_header='z'; r=rq.pretty_url",
    'r=rq.pretty_host',
    'r=rs.status_code',
    'r=rs.reason',
    'r=rs.text',
    "rs.text='h\\xe8'; r=rs.content",
    "rs.text='\\u20ac'; r=(rs.content, rs.headers['content-type'])",
    "rs.content=b'12'; r=rs.headers['content-length']",
    "rs.content='x'",
    'r=list(rs.cookies.items(multi=True))[0][0]',
    "r=rs.cookies['s'][0]",
    "r=rs.headers.get_all('set-cookie')",
    "r=rs.headers['set-cookie']",
    "x=m.Response.make(404,'hi',{'A':'b'}); r=(x.status_code,x.content,x.text,x.headers['a'],x.reason)",
    'x=m.Response.make(); r=(x.status_code,x.content,dict(x.headers))',
    "x=m.Response.make(200,b'x'); r=x.headers.get('content-length')",
    "h=m.Headers(content_type='a'); r=h['Content-Type']",
    "h=m.Headers([(b'A',b'1'),(b'a',b'2')]); r=(h['a'],h.fields)",
    "r=bytes(m.Headers([(b'A',b'1')]))",
    "h=m.Headers([(b'A',b'1')]); h.set_all('a',['1','2']); r=h.fields",
    "h=m.Headers([(b'A',b'1')]); h.insert(0,'b','2'); r=h.fields",
    "h=m.Headers([(b'A',b'1')]); r=(h.setdefault('a','x'),h.setdefault('b','y'))",
    "h=m.Headers([(b'A',b'1')]); h.update({'c':'1'}); r=h.fields",
    "h=m.Headers([(b'A',b'1')]); r=h.copy().fields",
    "h=m.Headers([(b'A',b'1')]); r=h.pop('a'), h.pop('zz',None)",
    "rq.anticache(); rq.anticomp(); r=rq.headers['accept-encoding']",
    'r=rq.json()',
    'rs.content=b\'{"a":1}\'; r=rs.json()',
    'r=rq.timestamp_start is not None',
    'r=list(rq.multipart_form.items(multi=True))',
    'r=rq.raw_content',
    'r=rs.raw_content',
    'r=rq.trailers',
    'r=rq.get_content()',
    'r=rs.get_text(strict=False)',
    'rs.status_code=500; r=rs.reason',
    'r=repr(rq.first_line_format)',
    "rq.headers=m.Headers(a='b'); r=rq.headers.fields",
    'r=rq.authority',
    # Without a charset: what the type or the content says, else Latin-1.
    "rs.headers['content-type']='text/plain'; rs.content='h\xe9'.encode(); r=rs.text",
    "rs.headers['content-type']='text/html'; rs.content=b'caf\xe9'; rs.text+='!'; r=(rs.content, rs.headers['content-type'])",
    "rs.headers['content-type']='text/html'; rs.content=b'<meta charset=\"utf-8\">\xc3\xa9'; r=rs.text",
    "rs.headers['content-type']='text/css'; rs.content=b'@charset \"utf-8\";\xc3\xa9'; r=rs.text",
    "rs.headers['content-type']='application/json'; rs.content=b'\"\xc3\xa9\"'; r=(rs.text, rs.json())",
    "rs.headers['content-type']='text/html; charset=gb2312'; rs.content=b'\x84\x31\xa4\x37'; r=rs.text",
    "rs.headers['content-type']='text/plain; charset=latin-1'; rs.content=b'{\"a\":\"\xc3\xa9\"}'; r=rs.json()",
    "rs.headers['content-type']='text/plain; charset=nope'; rs.content=b'a\xff'; r=rs.get_text(strict=False)",
    "rs.headers['content-type']='text/plain; charset=nope'; rs.content=b'a'; r=rs.text",
    "rs.headers['content-type']='a/b; c=d'; rs.text='\u20ac'; r=(rs.content, rs.headers['content-type'])",
    "del rs.headers['content-type']; rs.text='\u20ac'; r=(rs.content, rs.headers['content-type'])",
    "rq.headers['cookie']='a=\"x y\"; b; =c; d=\"q;r\"'; r=dict(rq.cookies)",
    "rq.headers['cookie']='a=\"x y\"; =c; d=\"q;r\"'; rq.cookies['n']='v'; r=rq.headers['cookie']",
    "rs.headers.set_all('set-cookie', ['a=\"x;y\"; Path=/', 'b']); r=[(n, v[0], dict(v[1])) for n, v in rs.cookies.items()]",
    "rs.headers.set_all('set-cookie', ['a=\"x;y\"; Path=/', 'b']); rs.cookies['n']=('v',{}); r=rs.headers.get_all('set-cookie')",
    "rq.url='http://q.test:80'; r=(rq.url, rq.path, rq.headers['host'])",
    "rq.url='http://q.test/a?'; r=(rq.url, rq.pretty_url)",
    "rq.url='nonsense'",
    "rq.url='/relative'",
    "rq.host_header=None; r='host' in rq.headers",
    "r=repr(rq.query)",
    "r=(repr(rq), repr(rs), repr(m.Response.make(204)))",
    "r=m.Request.make('get','http://a/','\xe9').content",
    "rq.http_version='HTTP/1.1'; r=rq.http_version",
]

FILTERS = [
    '~u address',
    '~d address',
    '~d nope',
    '~m GET',
    '~m POST',
    '! ~m GET',
    '~m GET & ~c 200',
    '~m POST | ~c 200',
    '(~m POST | ~c 200) & ~u path',
    '~q',
    '~s',
    '~b content',
    '~bq content',
    '~bs message',
    '~h qvalue',
    '~hq header',
    '~hs header-response',
    '~t html',
    '~ts html',
    '~all',
    '~http',
    '~a',
    '~e',
    'address',
    '~c 404',
    '~m GET ~c 200',
    "'~u'",
    "~u '/pa.h'",
    '~marked',
    '~websocket',
    '~b zzz',
    '~tcp',
    '~comment x',
    '~c x',
    '~zz',
    '(',
    '~m',
    '~u "a b"',
]


def theirs():
    def fields(pairs):
        return [(name.encode(), value.encode()) for name, value in pairs]

    return http.Request.make("POST", URL, BODY, fields(HEADERS)), http.Response.make(200, PAGE, fields(ANSWER)), http


def ours():
    request = {"method": "POST", "url": URL, "version": "HTTP/1.1", "headers": HEADERS, "body": {"text": BODY.decode()}}
    response = {
        "status": 200, "reason": "OK", "version": "HTTP/1.1", "headers": ANSWER,
        "body": {"base64": base64.b64encode(PAGE).decode()},
    }
    return (
        hark_mitmproxy.Request(hark.Request(request)), hark_mitmproxy.Response(hark.Response(response)), hark_mitmproxy)


def outcome(make, case):
    request, response, module = make()
    names = {"rq": request, "rs": response, "m": module}
    try:
        exec(case, names)
    except Exception as error:
        return type(error).__name__
    return repr(names.get("r"))


def flows():
    flow = tflow.tflow(resp=True)
    flow.request.headers["content-type"] = "text/html"

    def pairs(message):
        return [(name.decode(), value.decode()) for name, value in message.headers.fields]

    raw = hark.Flow({
        "flow": 1, "on": "response", "client": {"address": "127.0.0.1:22"},
        "request": {
            "method": flow.request.method, "url": flow.request.url, "version": "HTTP/1.1",
            "headers": pairs(flow.request), "body": {"text": flow.request.text},
        },
        "response": {"status": 200, "headers": pairs(flow.response), "body": {"text": flow.response.text}},
    }, None)
    other = hark_mitmproxy.HTTPFlow(raw)
    other.response = hark_mitmproxy.Response(raw.response)
    return flow, other


def matches(parse, text, flow):
    try:
        return str(bool(parse(text)(flow)))
    except Exception as error:
        return type(error).__name__


def main():
    count = wrong = 0
    found = [(case, outcome(theirs, case), outcome(ours, case)) for case in CASES]
    flow, other = flows()
    found += [
        (text, matches(flowfilter.parse, text, flow), matches(hark_mitmproxy._parse_filter, text, other))
        for text in FILTERS
    ]
    for case, expected, got in found:
        count += 1
        if expected != got:
            wrong += 1
            print(f"{case}\n  mitmproxy: {expected}\n  Hark:      {got}")
    print(f"{count} cases, {wrong} differ")
    sys.exit(1 if wrong or count < 100 else 0)


main()
