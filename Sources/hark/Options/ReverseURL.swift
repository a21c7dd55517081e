import ArgumentParser
import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire

/// The URL of `--reverse`.
enum ReverseURL {
    static func destination(_ text: String, option: String = "--reverse") throws -> Destination {
        // HOST:PORT is a server of HTTP.
        let url = HostPort(text) == nil ? text : "http://\(text)"
        let head = Bytes("GET \(url) HTTP/1.0\r\n\r\n")
        var decoder = HTTP1Decoder(role: .request)
        let hint =
            "\(option) '\(text.terminalEscaped)' is not a server URL (expected http://HOST:PORT, such as "
            + "http://127.0.0.1:3000)"
        let decoded = try? head.withSpan { span throws(WireError) in try decoder.decode(span) }
        guard case .requestHead(let request, _)? = decoded?.part,
            request.target.form == .absolute, let scheme = request.target.scheme, let host = request.target.host,
            !host.isEmpty
        else { throw ValidationError(hint) }
        let isSecure = request.raw.slice(scheme).equalsIgnoringCase("https")
        guard isSecure || request.raw.slice(scheme).equalsIgnoringCase("http") else {
            throw ValidationError("\(hint): Hark forwards only to http:// and https://")
        }
        let path = request.raw.slice(request.target.pathAndQuery)
        guard path.isEmpty || path == "/", request.target.userinfo == nil, request.target.port != 0 else {
            throw ValidationError("\(hint): give only scheme, host and port; the path comes from the client")
        }
        let name = request.raw.slice(host)
        return Destination(
            host: name, port: request.target.port ?? (isSecure ? 443 : 80), serverName: isSecure ? name : nil)
    }
}
