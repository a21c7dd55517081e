import Bytes
import Messages

/// A message of Protocol Buffers with a schema and without one: its fields lie in it in order, bounded in depth and
/// number, and can be written.
enum ProtobufTarget {
    private static let schema: ProtoSchema = {
        var loader = ProtoLoader { _ in nil }
        let text: Bytes = """
            syntax = "proto2"; package t;
            message A {
              optional double d = 1; optional float f = 2; optional int32 i = 3; optional sint64 s = 4;
              repeated fixed32 x = 5; optional bool b = 6; optional string t = 7; optional bytes y = 8;
              optional A a = 9; map<string, A> m = 10; repeated E e = 11; repeated group G = 12 { optional A a = 1; }
              oneof o { sfixed64 p = 13; uint32 u = 14; }
            }
            enum E { N = 0; }
            """
        do throws(ProtoError) {
            try loader.add("t.proto", text)
            return try loader.schema()
        } catch {
            fatalError(error.text)
        }
    }()

    static func run(_ input: Bytes) {
        for message in [ProtobufMessage(input), ProtobufMessage(input, as: "t.A", in: schema)] {
            var left = 100_000
            look(message, in: 0...input.count, depth: 0, &left)
            var json = JSONWriter()
            json.beginObject()
            json.protobufFields(message)
            json.endObject()
            let text = json.withBytes { Bytes(Array($0)) }
            let isRead = text.withUnsafeBytes { raw in
                var parser = JSONParser(raw.bindMemory(to: UInt8.self))
                return (try? parser.tree()) != nil
            }
            // What is nested deeper than that reader goes is another matter.
            check(isRead || input.count > 200, "what was written is no JSON")
            check(message.line(limit: 100).count < 100 * 66 + 64, "the line is too long")
        }
    }

    private static func look(_ message: ProtobufMessage, in place: ClosedRange<Int>, depth: Int, _ left: inout Int) {
        check(depth <= 64, "too deep")
        var last = place.lowerBound
        for field in message.fields {
            left -= 1
            check(left >= 0, "too many fields")
            check(field.offset >= last && field.offset < place.upperBound, "a field is out of place")
            check((1..<1 << 29).contains(field.number), "a number that no field has")
            last = field.offset
            switch field.value {
            case .message(let inner), .guessedMessage(let inner):
                look(inner, in: field.offset...place.upperBound, depth: depth + 1, &left)
            case .packed(let values): left -= values.count
            case .raw, .guessedText, .guessedBytes, .signed, .unsigned, .bool, .float, .double, .enumeration, .text,
                .bytes:
                break
            }
        }
        if let fault = message.fault { check(place.contains(fault), "a fault is out of place") }
    }
}
