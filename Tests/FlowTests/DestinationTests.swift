import Bytes
import Flow
import Testing

@Suite struct DestinationTests {
    @Test(
        arguments: [
            ("hark.test", true), ("HARK.test", true), ("demo.hark.test", true), ("a.b.hark.test", true),
            ("hark.test.", true), ("demo.hark.test.", true), ("nohark.test", false), ("hark.test.example", false),
            ("test", false), ("", false), (".", false), ("hark.test..", false), ("harkxtest", false),
        ] as [(Bytes, Bool)])
    func harksOwnNamesAreKnown(host: Bytes, isBuiltIn: Bool) {
        #expect(Destination(host: host, port: 80).isBuiltIn == isBuiltIn)
    }

    @Test(
        arguments: [
            ("localhost", true), ("LocalHost.", true), ("a.localhost", true), ("nolocalhost", false),
            ("localhost.a", false),
        ] as [(Bytes, Bool)])
    func localhostIsKnown(host: Bytes, isLocalhost: Bool) {
        #expect(Destination(host: host, port: 1).isLocalhost == isLocalhost)
    }

    @Test(
        arguments: [
            ("a.example", 80, "a.example", "a.example:80"), ("A.Example", 8080, "a.example:8080", "a.example:8080"),
            ("::1", 80, "[::1]", "[::1]:80"), ("FE80::1", 65535, "[fe80::1]:65535", "[fe80::1]:65535"),
            ("127.0.0.1", 443, "127.0.0.1:443", "127.0.0.1:443"),
        ] as [(Bytes, UInt16, Bytes, String)])
    func hostAndPortAreWrittenAsFieldsHaveThem(host: Bytes, port: UInt16, field: Bytes, text: String) {
        let destination = Destination(host: host, port: port)
        #expect(destination.hostField == field)
        #expect(destination.description == text)
        #expect(destination == Destination(host: host.lowercased, port: port))
    }
}
