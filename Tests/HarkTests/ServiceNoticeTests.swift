import Platform
import TestKit
import Testing

@testable import hark

/// What a supervisor of services is told, on a socket of its own.
@Suite struct ServiceNoticeTests {
    private func received(_ place: String, abstract: Bool, _ send: () -> Bool) -> (isSent: Bool, text: String?) {
        let descriptor = socket(AF_UNIX, SystemCall.ownDatagramSocket, 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(place.utf8)
        if abstract { name[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let room = MemoryLayout.size(ofValue: address.sun_path)
        let length = MemoryLayout<sockaddr_un>.size - room + name.count + (abstract ? 0 : 1)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(length)) == 0 }
        }
        guard isBound else { return (false, nil) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let isSent = send()
        var block = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &block, block.count, 0)
        return (isSent, count >= 0 ? String(decoding: block[..<count], as: UTF8.self) : nil)
    }

    @Test func aDatagramGoesToAPath() throws {
        let scratch = try Scratch()
        let place = scratch.file("notify")
        let told = received(place, abstract: false) { ServiceNotice.send("READY=1", to: place) }
        #expect(told.isSent && told.text == "READY=1")
    }

    #if os(Linux)
    @Test func aNameInNoFolderBeginsWithAnAt() {
        let place = "@hark-notify-\(getpid())"
        let told = received(place, abstract: true) { ServiceNotice.send("STOPPING=1", to: place) }
        #expect(told.isSent && told.text == "STOPPING=1")
    }
    #endif

    @Test func nobodyIsToldWhereNobodyWantsToKnow() throws {
        let scratch = try Scratch()
        for place in ["", "notify", "vsock:2:1234", scratch.file("missing"), "/" + String(repeating: "x", count: 500)] {
            #expect(!ServiceNotice.send("READY=1", to: place), "\(place)")
        }
        #expect(!ServiceNotice.send("READY=1", to: nil))
    }
}
