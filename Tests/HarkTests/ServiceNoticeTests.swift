import Foundation
import Platform
import Testing

@testable import hark

/// What a supervisor of services is told, on a socket of its own.
@Suite struct ServiceNoticeTests {
    /// A path of its own, short enough for a socket; nothing stays of it.
    private func withPath(_ body: (String) throws -> Void) throws {
        let folder = "/tmp/hark-notice-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder + "/notify")
    }

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
        try withPath { place in
            let told = received(place, abstract: false) { ServiceNotice.send("READY=1", to: place) }
            #expect(told.isSent && told.text == "READY=1")
        }
    }

    #if os(Linux)
    @Test func aNameInNoFolderBeginsWithAnAt() {
        let place = "@hark-notify-\(getpid())"
        let told = received(place, abstract: true) { ServiceNotice.send("STOPPING=1", to: place) }
        #expect(told.isSent && told.text == "STOPPING=1")
    }
    #endif

    @Test func nobodyIsToldWhereNobodyWantsToKnow() throws {
        try withPath { missing in
            for place in ["", "notify", "vsock:2:1234", missing, "/" + String(repeating: "x", count: 500)] {
                #expect(!ServiceNotice.send("READY=1", to: place), "\(place)")
            }
        }
        #expect(!ServiceNotice.send("READY=1", to: nil))
    }
}
