"""Broken HTTP, foreign origins, hosts, methods, headers, paths and parameters."""
from attacks import get, group, post, request


def raw(line, *lines, body=b""):
    return line + b"\r\n" + b"".join(one + b"\r\n" for one in lines) + b"\r\n" + body


def posted(*lines, body=b""):
    return raw(b"POST /api/people HTTP/1.1", b"Host: localhost", b"Content-Type: application/json", *lines, body=body)


BROKEN = "400|closed"
ONE = get("/api/people/7", keep=True)

# Bytes that are no HTTP, or no good one.
broken = group(
    "broken HTTP",
    ("NULs", b"\0" * 1_000 + b"\r\n\r\n", BROKEN),
    ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 500 + b"\r\n\r\n", BROKEN),
    ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", BROKEN + "|505|404|405"),
    ("HTTP/0.9", b"GET /\r\n\r\n", BROKEN),
    ("HTTP/9.9", raw(b"GET / HTTP/9.9", b"Host: localhost"), BROKEN + "|505"),
    ("no version", raw(b"GET /api/people/7", b"Host: localhost"), BROKEN),
    ("a method in small letters", raw(b"get /api/people/7 HTTP/1.1", b"Host: localhost", b"Connection: close"), BROKEN + "|405"),
    ("a method of 10 kB", raw(b"A" * 10_000 + b" / HTTP/1.1", b"Host: localhost"), BROKEN),
    ("a line without colon", raw(b"GET / HTTP/1.1", b"Host: localhost", b"nonsense"), BROKEN),
    ("a space before the colon", raw(b"GET / HTTP/1.1", b"Host : localhost"), BROKEN),
    ("a folded header", raw(b"GET / HTTP/1.1", b"Host: localhost", b"X: a\r\n b", b"Connection: close"), "400|200|closed"),
    ("a NUL in a header", raw(b"GET / HTTP/1.1", b"Host: localhost", b"X: a\0b"), BROKEN),
    ("an empty header name", raw(b"GET / HTTP/1.1", b"Host: localhost", b": x"), BROKEN),
    ("a header of 200 kB", raw(b"GET / HTTP/1.1", b"Host: localhost", b"X: " + b"x" * 200_000), BROKEN + "|431"),
    ("10,000 headers", raw(b"GET / HTTP/1.1", b"Host: localhost", *[b"X-%d: y" % n for n in range(10_000)]), BROKEN + "|431"),
    ("an address of 200 kB", raw(b"GET /" + b"x" * 200_000 + b" HTTP/1.1", b"Host: localhost"), BROKEN + "|414|431"),
    ("a header that is split", raw(b"GET /api/people?name=a\r\nSet-Cookie:x HTTP/1.1", b"Host: localhost"), BROKEN),
    ("an absolute address", raw(b"GET http://evil.example/api/people/7 HTTP/1.1", b"Host: localhost", b"Connection: close"),
     BROKEN + "|404|421|200"),
    ("an authority", raw(b"CONNECT evil.example:443 HTTP/1.1", b"Host: localhost", b"Connection: close"), BROKEN + "|404|405|421"),
    ("a star", raw(b"OPTIONS * HTTP/1.1", b"Host: localhost", b"Connection: close"), BROKEN + "|404|405"),
    ("a negative length", posted(b"Content-Length: -1"), BROKEN),
    ("a length that is no number", posted(b"Content-Length: 1x"), BROKEN),
    ("a length beyond all numbers", posted(b"Content-Length: " + b"9" * 40), BROKEN + "|413"),
    ("two lengths", posted(b"Content-Length: 3", b"Content-Length: 4", body=b"{} "), BROKEN),
    ("a length and chunks", posted(b"Content-Length: 5", b"Transfer-Encoding: chunked", body=b"0\r\n\r\n"), BROKEN),
    ("chunks that are no numbers", posted(b"Transfer-Encoding: chunked", body=b"ZZ\r\n{}\r\n0\r\n\r\n"), BROKEN),
    ("a chunk beyond all numbers", posted(b"Transfer-Encoding: chunked", body=b"F" * 20 + b"\r\n{}\r\n"), BROKEN + "|413"),
    ("a chunk without its end", posted(b"Transfer-Encoding: chunked", body=b"2\r\n{}XX0\r\n\r\n"), BROKEN),
    ("chunks of one byte", posted(b"Transfer-Encoding: chunked", b"Connection: close",
                                  body=b"".join(b"1\r\n%c\r\n" % byte for byte in b'{"name": "Chunk", "surname": "One"}') + b"0\r\n\r\n"), "201"),
    ("chunks with an extension of 100 kB", posted(b"Transfer-Encoding: chunked", body=b"2;" + b"x" * 100_000 + b"\r\n{}\r\n0\r\n\r\n"),
     BROKEN + "|413|431"),
    ("an unknown transfer encoding", posted(b"Transfer-Encoding: foo", body=b"{}"), BROKEN + "|501"),
    ("gzip as transfer encoding", posted(b"Transfer-Encoding: gzip, chunked", body=b"0\r\n\r\n"), BROKEN + "|501"),
    ("chunked twice", posted(b"Transfer-Encoding: chunked, chunked", body=b"0\r\n\r\n"), BROKEN + "|501"),
    ("an upgrade to h2c", get("/api/people/7", Upgrade="h2c", HTTP2_Settings="AAMAAABkAAQAAP__"), "200"),
    ("an upgrade to a web socket", get("/api/live?chain=", Upgrade="websocket", Sec_WebSocket_Key="x"), "400"),
    ("pipelined requests", ONE * 19 + get("/api/people/7"), ", ".join(["200"] * 20)),
    ("pipelined, the second broken", ONE + b"nonsense\r\n\r\n", "200, 400|closed"),
    ("pipelined, a body that is one more", post("/api/people", b'{"name": 1}', keep=True) + get("/api/people/7"), "400, 200"),
    ("a request in a body", post("/api/people", get("/api/people/7")), "400"),
    ("pipelined writes", b"".join(post("/api/people", {"name": "Pipe", "surname": "Line"}, keep=True) for _ in range(20)),
     ", ".join(["201"] * 20)),
    ("an unread body", request("GET", "/api/people/7", b"x" * 500_000, keep=True) + get("/api/people/7"), "200, 200"),
)

EVIL = "https://evil.example"

# Pages of other sites, other names, methods and headers.
door = group(
    "the door",
    *[(f"a foreign {name}, {path}", get(path, **headers), "403 origin")
      for path in ["/api/people/7", "/api/live?chain=take(1)", "/api/store/backup", "/api/export", "/api/session", "/metrics"]
      for name, headers in [("site", {"Sec-Fetch-Site": "cross-site"}), ("origin", {"Origin": EVIL})]],
    ("a site beside", get("/api/people/7", Sec_Fetch_Site="same-site"), "403 origin"),
    ("no origin at all", get("/api/people/7", Origin="null"), "403 origin"),
    ("an origin with the same beginning", get("/api/people/7", Origin="http://localhost.evil.example"), "403 origin"),
    ("a foreign write", post("/api/people", {"name": "Evil"}, Origin=EVIL), "403 origin"),
    ("a foreign write as a form", post("/api/people", b"name=Evil", type="application/x-www-form-urlencoded", Origin=EVIL), "403 origin"),
    ("a foreign import", post("/api/import", b"name\nEvil\n", type="text/csv", Sec_Fetch_Site="cross-site"), "403 origin"),
    ("a foreign deletion", request("DELETE", "/api/people/7", Origin=EVIL), "403 origin"),
    ("a foreign host", get("/api/people/7", host="evil.example"), "421 host"),
    ("a host with the same beginning", get("/api/people/7", host="localhost.evil.example"), "421 host"),
    ("a host with an account", get("/api/people/7", host="localhost@evil.example"), "421 host"),
    ("no host", raw(b"GET /api/people/7 HTTP/1.1", b"Connection: close"), "400 host|400"),
    ("an empty host", raw(b"GET /api/people/7 HTTP/1.1", b"Host:", b"Connection: close"), "400|421 host"),
    ("two hosts", raw(b"GET /api/people/7 HTTP/1.1", b"Host: evil.example", b"Host: localhost", b"Connection: close"),
     "400|421 host|closed"),
    ("a host in capitals", get("/api/people/7", host="LOCALHOST"), "200"),
    ("another host for a proxy", get("/api/people/7", X_Forwarded_Host="evil.example"), "200"),
    ("an address that is none", get("/api/people/7", X_Forwarded_For="'; DROP TABLE person; --"), "200"),
    ("10,000 addresses", get("/api/people/7", X_Forwarded_For=", ".join(["127.0.0.1"] * 5_000)), "200|400|431|closed"),
    *[(f"the method {method}", request(method, path, keep=False), expected) for method, path, expected in [
        ("TRACE", "/api/people/7", "405"), ("OPTIONS", "/api/people", "405"), ("PUT", "/api/people", "405"),
        ("POST", "/api/people/7", "405"), ("DELETE", "/api/people", "405"), ("PROPFIND", "/", "405|400"), ("PATCH", "/health/live", "405")]],
    ("HEAD of a person", request("HEAD", "/api/people/7"), "200"),
    ("HEAD of an export", request("HEAD", "/api/export"), "200"),
    ("an override of the method", get("/api/people/7", X_HTTP_Method_Override="DELETE"), "200"),
    ("an unknown expectation", post("/api/people", {"name": "A"}, Expect="200-ok"), "417 expect"),
    ("an expectation of a large body", raw(b"POST /api/people HTTP/1.1", b"Host: localhost", b"Content-Type: application/json",
                                            b"Expect: 100-continue", b"Content-Length: 999999999"), "413"),
    ("a wrong type", post("/api/people", b'{"name": "A"}', type="text/plain"), "415"),
    ("no type", post("/api/people", b'{"name": "A"}', type=None), "415|400"),
    ("a type of 10 kB", post("/api/people", b'{"name": "A"}', type="application/json; x=" + "y" * 10_000), "415|201"),
    ("an encoding that is not known", post("/api/people", b"{}", Content_Encoding="br"), "415|400"),
    ("a range", get("/api/export", Range="bytes=0-10"), "200"),
    ("ranges without end", get("/api/export", Range="bytes=" + ",".join(f"{n}-" for n in range(1000))), "200"),
    ("a token that is not needed", get("/api/people/7", Authorization="Bearer " + "x" * 5_000), "200"),
    ("a token that is no text", get("/api/people/7", Authorization="Bearer \udcff\udcfe"), "200|400|closed"),
    ("cookies without end", get("/api/people/7", Cookie="; ".join(f"c{n}=x" for n in range(2_000))), "200|400|431|closed"),
)

PATHS = [
    "/page/../../../etc/passwd", "/page/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/page/..%5c..%5cetc", "//etc/passwd", "/page/app.js%00.html",
    "/api/people/../../health", "/api//people//7", "/api/people/7/", "/%ff%fe", "/api/people/%2e%2e", "/API/PEOPLE/7",
    "/api/people/7;x=1", "/.git/config", "/api/people/" + "a" * 5_000, "/" + "a/" * 5_000, "/api/people/7%0d%0aX:%20y",
]
NUMBERS = ["0", "-1", "9223372036854775808", "1e3", "0x7", "%37%00", "7.0", "%D9%A7", "+7", "%207", "null", "NaN"]

# Paths, numbers and parameters.
paths = group(
    "paths and parameters",
    *[(f"the path {path[:40]}", get(path), "404|400|414|200|closed") for path in PATHS],
    *[(f"the person {number}", get(f"/api/people/{number}"), "404|400|200") for number in NUMBERS],
    *[(f"?{query[:40]}", get("/api/people?" + query), expected) for query, expected in [
        ("limit=0", "400 parameter"), ("limit=-1", "400 parameter"), ("limit=1001", "400 parameter"), ("limit=1e3", "400 parameter"),
        ("limit=" + "9" * 50, "400 parameter"), ("limit=5&limit=6", "400 parameter"), ("unknown=1", "400 parameter"),
        ("sort=id;DROP", "400 parameter"), ("sort=best", "400 parameter"), ("after=" + "A" * 5_000, "400 parameter"),
        ("after=eyJpZCI6MX0", "400 parameter"), ("name=%ZZ", "400 parameter"), ("name=%ff", "400 parameter"), ("name=%00", "200|400 parameter"),
        ("search=" + "a%20" * 2_000, "200|400|413|closed"), ("search=%27%3B--", "200"), ("search=" + "%F0%9F%91%A8%E2%80%8D" * 300, "200|400"),
        ("search=" + "a" * 20_000, "200|400|413|414|closed"), ("search=*&sort=best", "200"), ("search=%22&sort=best", "200"),
        ("minAge=-1", "400 parameter"), ("minAge=" + "9" * 19, "200|400 parameter"), ("maxAge=9999999999999999999", "400 parameter"),
        ("letter=%00", "200|400 parameter"), ("letter=" + "%CC%81" * 500, "200|400 parameter"), ("locale=xx-evil&sort=name", "400 parameter"),
        ("locale=sv&sort=age", "400 parameter"), ("attributes.=x", "200|400"), ("attributes.%00=x", "200|400"),
        ("attributes.%27%22%24%5B0%5D=%27%3B--", "200"),
        ("&".join(f"attributes.{n}=x" for n in range(500)), "400 parameter|400"), ("&" * 5_000, "200|400"),
        ("=" * 5_000, "400 parameter|400")]],
    *[(f"an undo of {number}", post(f"/api/imports/{number}/undo"), "400|404") for number in ["0", "-1", "99", "x", "9" * 30, "%00"]],
)
