internal import CPosix

/// A system call on a socket that failed: which, on what, and the system's reason.
package struct SocketError: Error, Sendable, Hashable {
    package enum Operation: String, Sendable {
        case poll, socket, bind, listen, connect, pair
    }

    package let operation: Operation
    /// The system's `errno`.
    package let code: Int32
    /// The address concerned, for `bind`, `listen` and `connect`.
    package let address: SocketAddress?

    package init(_ operation: Operation, code: Int32, address: SocketAddress? = nil) {
        self.operation = operation
        self.code = code
        self.address = address
    }

    /// The failure of the system call just made.
    static func last(_ operation: Operation, _ address: SocketAddress? = nil) -> SocketError {
        SocketError(operation, code: cposix_errno(), address: address)
    }

    /// Another program holds the address (`EADDRINUSE`).
    package var isAddressInUse: Bool { code == EADDRINUSE }

    /// The process or the system has no descriptor or memory left.
    var isExhaustion: Bool { Self.isExhaustion(code) }

    static func isExhaustion(_ code: Int32) -> Bool {
        code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM
    }

    /// The system's words for an error number.
    package static func text(of code: Int32) -> String {
        unsafe systemText { unsafe cposix_error_text(code, $0, $1) }
    }
}

extension SocketError: CustomStringConvertible {
    package var description: String {
        let place = address.map { " \($0)" } ?? ""
        return "\(operation.rawValue)\(place): \(Self.text(of: code))"
    }
}

/// Reads a text that a C function writes into a buffer.
func systemText(_ write: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let base = buffer.baseAddress else { return "" }
        unsafe base.initialize(repeating: 0, count: 256)
        unsafe write(base, 256)
        return unsafe String(cString: base)
    }
}
