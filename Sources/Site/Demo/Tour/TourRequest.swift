package import Bytes
package import HTTPModel

/// A request of the tour, ready for a proxy: absolute-form target, complete fields.
package struct TourRequest: Sendable, Hashable {
    package let method: Method
    /// `http://demo.hark.test/…`
    package let target: String
    /// Request line and fields, the empty line included.
    package let head: Bytes
    package let body: Bytes
    /// The body is held back until `100 Continue` or a final answer comes (RFC 9110 §10.1.1).
    package let awaitsContinue: Bool

    init(
        _ method: Method, _ target: String, _ fields: [(name: String, value: String)] = [], body: Bytes = Bytes(),
        awaitsContinue: Bool = false
    ) {
        let target = target.first == "/" ? "http://demo.hark.test\(target)" : target
        self.method = method
        self.target = target
        self.body = body
        self.awaitsContinue = awaitsContinue
        let host = target.dropFirst("http://".count).prefix { $0 != "/" }
        var lines = ["\(method.name.text) \(target) HTTP/1.1", "Host: \(host)", "User-Agent: hark-demo"]
        if !fields.contains(where: { $0.name == "Accept" }) {
            lines.append("Accept: */*")
        }
        lines += fields.map { "\($0.name): \($0.value)" }
        if method == .post || method == .put {
            // RFC 9110 §8.6: a length even when it is 0, for methods that are expected to bring content.
            lines.append("Content-Length: \(body.count)")
        }
        if awaitsContinue {
            lines.append("Expect: 100-continue")
        }
        head = Bytes(lines.joined(separator: "\r\n") + "\r\n\r\n")
    }
}
