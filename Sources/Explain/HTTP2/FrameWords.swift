package import Flow
import HTTPWire

/// What a frame of an exchange says beyond its name, and what a message waited for, in words.
package enum FrameWords {
    /// Short sentences, the most telling first.
    package static func words(of frame: StreamFrame) -> [String] {
        var words: [String] = []
        if let code = frame.codeText { words.append(code) }
        if let increment = frame.increment { words.append("\(increment) more may be sent") }
        if let padding = frame.padding { words.append("\(padding) of them padding") }
        if let window = frame.window, let connection = frame.connectionWindow {
            words.append("window \(window), connection \(connection)")
        } else if let connection = frame.connectionWindow {
            words.append("connection \(connection)")
        }
        return words
            + frame.quirks.map { quirk in
                let text = FrameQuirk.Code(rawValue: quirk.code)?.text ?? quirk.code
                return "byte \(quirk.offset): \(text)"
            }
    }

    /// All of it in a line: flags, size, and what it says.
    package static func line(of frame: StreamFrame) -> String {
        (frame.flagNames + [Quantity.bytes(frame.size)] + words(of: frame)).joined(separator: " · ")
    }

    /// A wait as a sentence, with the section that says why.
    package static func line(of wait: StreamWait) -> (words: String, spec: String) {
        let (words, spec) = text(of: wait.cause)
        let size = wait.count > 0 ? "\(Quantity.size(wait.count)) " : ""
        return ("\(size)waited \(Quantity.duration(wait.end.microseconds(since: wait.start))) for \(words).", spec)
    }

    /// What was waited for, with the section that says why.
    package static func text(of cause: StreamWait.Cause) -> (words: String, spec: String) {
        switch cause {
        case .streamWindow: ("the receiver to open the stream's window", "RFC 9113 §6.9")
        case .connectionWindow: ("the receiver to open the connection's window", "RFC 9113 §6.9.1")
        case .streamLimit: ("a free stream (the server limits concurrent streams)", "RFC 9113 §5.1.2")
        case .transport: ("earlier data on the connection (TCP delivers in order)", "RFC 9293 §3.8")
        }
    }
}
