internal import CLibSSL

/// What libcrypto could not do, with the reasons it gave: its error queue, drained into a value.
///
/// The queue belongs to the thread; it is emptied on every failure, so that no reason is ever shown with another
/// failure.
package struct CryptoFailure: Error, Sendable, Equatable {
    /// Completes "could not …".
    package let operation: String
    package let reasons: [String]

    package init(_ operation: String) {
        self.operation = operation
        var reasons: [String] = []
        while true {
            let code = ERR_get_error()
            guard code != 0 else { break }
            // The queue holds sixteen; the first ones are the cause.
            guard reasons.count < 4 else { continue }
            var text = [CChar](repeating: 0, count: 256)
            unsafe ERR_error_string_n(code, &text, text.count)
            let bytes = text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
            // "error:CODE:library::reason"; the reason is what a person can use.
            reasons.append(String(decoding: bytes.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self))
        }
        self.reasons = reasons
    }

    package var text: String {
        reasons.isEmpty ? "could not \(operation)" : "could not \(operation) (\(reasons.joined(separator: "; ")))"
    }
}
