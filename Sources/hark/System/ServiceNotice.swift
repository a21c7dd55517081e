import Platform

/// What a supervisor of services is told: datagrams to the socket that NOTIFY_SOCKET names, as systemd's sd_notify(3)
/// describes. Nothing happens where nobody wants to know.
enum ServiceNotice {
    /// It serves.
    static func ready() { send("READY=1") }

    /// It has begun to end.
    static func stopping() { send("STOPPING=1") }

    /// It reads its files again; `ready` follows.
    static func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(Clock.nanoseconds() / 1_000)")
    }

    /// False when it is not told to anybody.
    @discardableResult static func send(_ text: String, to place: String? = Environment.value("NOTIFY_SOCKET")) -> Bool
    {
        guard let place, let first = place.first, first == "/" || first == "@" else { return false }
        let descriptor = socket(AF_UNIX, SystemCall.ownDatagramSocket, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(place.utf8)
        // Linux: a name that begins with a null byte is in no folder, and ends where the address ends (unix(7)).
        if first == "@" { name[0] = 0 }
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < room else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout<sockaddr_un>.size - room + name.count + (first == "@" ? 0 : 1)
        let bytes = Array(text.utf8)
        let count = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(length))
            }
        }
        return count == bytes.count
    }
}
