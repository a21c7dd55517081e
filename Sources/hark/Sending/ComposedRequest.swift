import Bytes
import HTTPSemantics

/// A request that an agent or a script composed: what it wrote cannot become anything but one request.
struct ComposedRequest {
    let bytes: Bytes

    /// Why it is none: which part of it, and what was expected.
    struct Problem: Error {
        let text: String
    }

    init(url: String, method: String, headers: [String], body: Bytes?) throws(Problem) {
        let reference = URLReference(Bytes(url))
        guard url.utf8.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }),
            let authority = reference.bytes(reference.host), !authority.isEmpty
        else { throw Problem(text: "url: expected http://HOST or https://HOST, such as http://localhost:3000/health") }
        guard !method.isEmpty, method.utf8.allSatisfy({ OctetClass.token.contains($0) }) else {
            throw Problem(text: "method: expected a name such as POST")
        }
        // RFC 9112 §3.2.1: the target is path and query.
        let path = reference.raw.slice(reference.path).text
        let query = reference.bytes(reference.query).map { "?\($0.text)" } ?? ""
        let afterScheme = url.components(after: "://")
        let host = String(afterScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        guard !host.contains("@") else { throw Problem(text: "url: credentials do not belong into a URL") }
        var lines = ["\(method) \(path.isEmpty ? "/" : path)\(query) HTTP/1.1"]
        let names = headers.map { $0.prefix { $0 != ":" }.lowercased() }
        if !names.contains("host") { lines.append("Host: \(host)") }
        for (line, name) in zip(headers, names) {
            let isField =
                !name.isEmpty && name.utf8.allSatisfy { OctetClass.token.contains($0) } && line.contains(":")
                && line.utf8.allSatisfy { $0 == ASCII.tab || ($0 >= ASCII.space && $0 != ASCII.delete) }
            guard isField else { throw Problem(text: "headers: expected lines such as \"Accept: text/html\"") }
            guard !["content-length", "transfer-encoding", "connection"].contains(name) else {
                throw Problem(text: "headers: \(name) is set by Hark")
            }
            lines.append(line)
        }
        if let body { lines.append("Content-Length: \(body.count)") }
        lines.append("Connection: close")
        bytes = Bytes(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body?.array ?? []))
    }
}

extension String {
    /// What follows the first place of a text; all of it when it is not there.
    fileprivate func components(after text: String) -> Substring {
        guard let range = self.firstRange(of: text) else { return self[...] }
        return self[range.upperBound...]
    }
}
