extension SocketAddress {
    /// Reached from this machine alone: 127/8 or ::1 (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
    package var isLoopback: Bool {
        switch unmappedHost {
        case .v4(let host): host >> 24 == 127
        case .v6(let high, let low): high == 0 && low == 1
        case .local: true
        }
    }

    /// All addresses of this machine: 0.0.0.0 or :: (RFC 1122 §3.2.1.3, RFC 4291 §2.5.2).
    package var isUnspecified: Bool {
        switch unmappedHost {
        case .v4(let host): host == 0
        case .v6(let high, let low): high == 0 && low == 0
        case .local: false
        }
    }

    /// A connection to it ends on this machine's loopback: also "this host", 0/8 and :: (RFC 1122 §3.2.1.3).
    package var leadsToLoopback: Bool {
        switch unmappedHost {
        case .v4(let host): host >> 24 == 127 || host >> 24 == 0
        case .v6(let high, let low): high == 0 && low <= 1
        case .local: true
        }
    }
}
