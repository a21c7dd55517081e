import Bytes
import HTTPSemantics
import Testing

/// The message of a call by GET, as its query has it (Connect protocol, "Unary-Get-Request").
@Suite struct ConnectQueryTests {
    private func read(_ query: String) -> ConnectQuery? { ConnectQuery(Bytes("/a.B/C?" + query)) }

    @Test(arguments: [
        ("connect=v1&encoding=json&message=%7B%22a%22%3A%22b+c%2Bd%22%7D", "{\"a\":\"b c+d\"}"),
        ("message=x&encoding=json&connect=v1", "x"), ("connect=v1&encoding=json&message=", ""),
        // RFC 4648 §10, and the two letters that URLs have of their own.
        ("connect=v1&encoding=proto&base64=1&message=Zm9vYg", "foob"),
        ("connect=v1&encoding=proto&base64=1&message=Zm9vYg%3D%3D", "foob"),
        ("connect=v1&encoding=proto&base64=1&message=Zm9vYg==", "foob"),
        ("connect=v1&encoding=proto&base64=1&message=Pz8_", "???"),
        ("connect=v1&encoding=proto&base64=1&message=fn5-", "~~~"),
        ("connect=v1&encoding=proto&base64=1&message=", ""),
        // Only 1 says that it is base64; of several pairs the first counts.
        ("connect=v1&encoding=json&base64=0&message=Zm9v", "Zm9v"),
        ("connect=v1&encoding=json&message=a&message=b", "a"), ("%63onnect=v1&encoding=json&mess%61ge=a", "a"),
    ])
    func theMessageIsDecoded(query: String, message: String) {
        let told = read(query)
        #expect(told?.message == Bytes(message) && told?.fault == nil)
    }

    @Test(
        arguments: [
            ("connect=v1&encoding=proto", .missingMessage), ("connect=v1&message", nil),
            ("connect=v1&encoding=proto&base64=1&message=a", .malformedBase64),
            ("connect=v1&encoding=proto&base64=1&message=CAE*", .malformedBase64),
            ("connect=v1&encoding=proto&base64=1&message=CA=E", .malformedBase64),
            ("connect=v1&encoding=proto&base64=1&message=Pz8%2F", .malformedBase64),
            ("connect=v1&encoding=proto&base64=1&message=fn5%2B", .malformedBase64),
            ("connect=v1&encoding=proto&base64=1&message=fn5+", .malformedBase64),
        ] as [(String, ConnectQuery.Fault?)])
    func whatCannotBeReadHasNoMessage(query: String, fault: ConnectQuery.Fault?) {
        guard let fault else {
            // A name alone is an empty one, and what form it has is not said.
            #expect(read(query)?.message == "" && read(query)?.fault == .missingEncoding)
            return
        }
        #expect(read(query)?.fault == fault && read(query)?.message == nil)
    }

    @Test(arguments: ["", "message=a&encoding=json", "connect=v2&message=a", "connect=&message=a", "xconnect=v1", "v1"])
    func whatIsNoCallIsNone(query: String) {
        #expect(read(query) == nil)
        #expect(ConnectQuery("/a.B/C") == nil && ConnectQuery("") == nil && ConnectQuery("?") == nil)
    }

    @Test func formAndCompressionAreTold() {
        #expect(read("connect=v1&encoding=proto&message=a&compression=gzip")?.compression == "gzip")
        for none in ["identity", ""] {
            #expect(read("connect=v1&encoding=proto&message=a&compression=\(none)")?.compression == nil)
        }
        for (name, codec) in [("proto", CallCodec.protobuf), ("json", .json), ("own", .other), ("JSON", .json)] {
            #expect(read("connect=v1&message=a&encoding=\(name)")?.codec == codec)
        }
    }
}
