import Bytes
import Explain
import Flow
import HTTPModel
import Registry

// What its messages do not say: how they came, and what carried them.
extension Example {
    /// A line for each fact that is recorded beside the messages, or missing.
    ///
    /// - Parameter isTimed: say when it came.
    package func circumstances(isTimed: Bool) -> [String] {
        var lines: [String] = []
        if !hasRequest { lines.append("request: not recorded") }
        if !knowsScheme {
            lines.append("scheme: not recorded")
        } else if scheme != "https" {
            lines.append("scheme: \(scheme)")
        }
        if let isReused { lines.append("connection: \(isReused ? "reused" : "new")") }
        if let delay {
            if isTimed, delay != 0 {
                lines.append("arrival: \(Quantity.span(abs(delay))) \(delay > 0 ? "after" : "before") its Date")
            }
        } else {
            lines.append("arrival: not recorded")
        }
        if let decodedSize { lines.append("decoded: \(Quantity.size(decodedSize))") }
        if !hasOutcome { lines.append("end: not recorded") }
        if isLatin { lines.append("content: ISO 8859-1") }
        return lines + evidence.lines
    }
}

extension Facts.Evidence {
    /// As an example of a check shows it.
    fileprivate var lines: [String] {
        var lines: [String] = []
        for kind in MessageKind.allCases { lines += self[kind].lines(from: kind.sender) }
        if let goAway { lines.append("GOAWAY from the server: \(goAway)") }
        if let times {
            let parts = PhaseTimes.Phase.allCases.compactMap { phase in
                times[phase].map { "\(phase.rawValue) \(Quantity.duration($0))" }
            }
            lines.append("times: \(parts.joined(separator: ", "))")
        }
        lines += inner.list.map(\.line)
        lines += inner.ends.map { "WebSocket, \($0.from.sender), byte \($0.offset): \($0.text)" }
        if !isOver { lines.append("not over yet") }
        return lines
    }
}

extension Facts.Evidence.Side {
    fileprivate func lines(from sender: String) -> [String] {
        var lines = frames.map { "HTTP/2, \(sender): \($0.frame.line)" }
        lines += waits.map {
            "HTTP/2, \(sender): waited \(Quantity.duration($0.end.microseconds(since: $0.start))) for \($0.cause.words)"
        }
        if let block { lines.append("HTTP/2, \(sender), header block: \(Hex.text(block.bytes))") }
        if let refused {
            let fields = refused.text.split(separator: "\r\n").map { "HTTP/2, \(sender), field: \($0)" }
            lines += fields.isEmpty ? ["HTTP/2, \(sender): no fields"] : fields
        }
        if let trailers {
            lines += trailers.lines.map { "trailer: \(trailers.name(of: $0).text): \(trailers.value(of: $0).text)" }
        }
        return lines
    }
}

extension StreamFrame {
    /// `RST_STREAM, INTERNAL_ERROR`.
    fileprivate var line: String {
        var parts = [name] + flagNames
        if type == 0 { parts.append(Quantity.bytes(size)) }
        if let padding { parts.append("\(Quantity.bytes(padding)) of padding") }
        if let code { parts.append(Vocabulary.errorCodes[Int(code)]?.name ?? "code \(code)") }
        parts += quirks.map(\.words)
        return parts.joined(separator: ", ") + (isSent ? " (sent by Hark)" : "")
    }
}

extension StreamFrame.Quirk {
    fileprivate var words: String {
        switch code {
        case "reservedBit": "reserved bit set"
        case "undefinedFlags": "undefined flag set"
        case "nonZeroPadding": "padding not zero"
        default: code
        }
    }
}

extension StreamWait.Cause {
    fileprivate var words: String {
        switch self {
        case .streamWindow: "the window of the stream"
        case .connectionWindow: "the window of the connection"
        case .streamLimit: "a free stream"
        case .transport: "the send buffer"
        }
    }
}

extension InnerMessage {
    fileprivate var line: String {
        let word =
            switch form {
            case .text: "text"
            case .binary: "binary"
            case .ping: "ping"
            case .pong: "pong"
            case .close(let code): "close" + (code.map { " \($0)" } ?? "")
            case .event: "event"
            case .part: "part"
            case .line: "line"
            case .call, .callEnd: "message"
            }
        let mask = frames.first?.mask.map { ", mask \(String($0, radix: 16))" } ?? ""
        let seconds = Int64(clamping: time.nanoseconds / 1_000_000_000)
        let moment = seconds == 0 ? "" : ", after \(Quantity.span(seconds))"
        return "WebSocket, \(from.sender): \(word)\(mask)\(moment)"
    }
}
