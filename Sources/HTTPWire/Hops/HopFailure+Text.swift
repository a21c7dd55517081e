import Bytes
package import HTTPModel

extension HopFailure {
    /// What the proxy said, for a person; nothing of what it was shown.
    package var text: String {
        switch self {
        case .refused(let status, let reason, let asks):
            let phrase = reason.isEmpty ? "" : " (\(reason.text))"
            return "It answered CONNECT with \(status)\(phrase)." + Self.hint(status, asks)
        case .malformed(let error): return "Its answer to CONNECT is not HTTP: \(error.code.name)."
        case .notSOCKS(let byte):
            let isHTTP = byte == UInt8(ascii: "H")
            return isHTTP
                ? "It speaks HTTP, not SOCKS: its URL should probably begin with http://."
                : "It does not speak SOCKS 5: its answer begins with the byte \(byte)."
        case .noCommonMethod(let shown):
            return shown
                ? "It accepts neither a user name and password nor an anonymous client (RFC 1928 §3)."
                : "It requires a user name and password: add USER:PASSWORD@ to its URL (RFC 1928 §3)."
        case .credentialsRefused: return "It rejected the user name and password (RFC 1929 §2)."
        case .reply(let code): return "It replied: \(Self.words(code)) (RFC 1928 §6)."
        case .malformedReply: return "Its answer is not valid SOCKS 5 (RFC 1928)."
        case .tooLong: return "A name, user name or password is longer than 255 bytes, the limit of SOCKS 5."
        }
    }

    /// What a proxy said that would not pass on a request, for a person.
    package static func text(of head: ResponseHead) -> String {
        let asks = ConnectNegotiation.schemes(head.fields)
        return "It answered with \(head.status)." + hint(head.status, asks)
    }

    private static func hint(_ status: Int, _ asks: [String]) -> String {
        switch status {
        case 407:
            let schemes = asks.isEmpty ? "" : " (\(asks.joined(separator: " or ")))"
            return " It requires a user name and password\(schemes)."
        case 403: return " It does not allow this client to reach that server."
        case 502, 503: return " It could not reach the server either."
        case 504: return " The server did not answer it in time."
        case 400, 405, 501: return " It does not accept CONNECT for this server, or at all."
        default: return ""
        }
    }

    /// RFC 1928 §6, REP.
    private static func words(_ code: UInt8) -> String {
        switch code {
        case 1: "general failure"
        case 2: "connection not allowed by its rules"
        case 3: "network unreachable"
        case 4: "host unreachable"
        case 5: "connection refused by the server"
        case 6: "time to live expired"
        case 7: "command not supported"
        case 8: "address type not supported"
        default: "unknown code \(code)"
        }
    }

    /// It is about who asks.
    package var isAboutCredentials: Bool {
        switch self {
        case .refused(let status, _, _): status == 407
        case .noCommonMethod, .credentialsRefused: true
        case .malformed, .notSOCKS, .reply, .malformedReply, .tooLong: false
        }
    }
}
