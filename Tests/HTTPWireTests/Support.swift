import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// Decodes an input in all the ways the verifier knows, and gives what they agree on.
func decode(
    _ input: Bytes, _ scenario: WireScenario, sourceLocation: SourceLocation = #_sourceLocation
) -> WireTrace {
    let verified = DecoderVerifier(input, scenario)
    #expect(verified.disagreements.isEmpty, sourceLocation: sourceLocation)
    return verified.trace
}

func request(_ input: Bytes, sourceLocation: SourceLocation = #_sourceLocation) -> WireTrace {
    decode(input, WireScenario(.request), sourceLocation: sourceLocation)
}

/// The response to `method`, cut off by the end of the connection.
func response(
    _ input: Bytes, to method: Method = .get, sourceLocation: SourceLocation = #_sourceLocation
) -> WireTrace {
    decode(input, WireScenario(.response, methods: [method], closes: true), sourceLocation: sourceLocation)
}

extension WireTrace {
    var code: WireError.Code? { error?.code }
    var quirks: [Quirk.Code] { (requestHeads.flatMap(\.quirks) + responseHeads.flatMap(\.quirks)).map(\.code) }
}

extension FieldSection {
    var pairs: [[Bytes]] { lines.map { [name(of: $0), value(of: $0)] } }
}
