import Bytes
import HTTPModel
import Testing

@testable import HTTPWire

@Suite struct SyntaxTests {
    @Test func hexadecimalDigitsHaveTheirValues() {
        for byte in UInt8.min...UInt8.max {
            #expect(ASCII.hexValue(byte) == UInt8(String(decoding: [byte], as: UTF8.self), radix: 16), "\(byte)")
        }
    }

    /// Each byte value at each place of a word of letters.
    @Test func wordsAreJudgedAsTheirBytes() {
        for byte in UInt8.min...UInt8.max {
            for place in 0..<8 {
                var bytes = Array("abcdefgh".utf8)
                bytes[place] = byte
                let (printable, lineEnd) = bytes.withUnsafeBufferPointer { buffer -> (Bool, Int?) in
                    guard let base = buffer.baseAddress else { return (false, nil) }
                    let word = Word.load(base)
                    return (Word.isPrintable(word), Word.firstIndex(of: 0x0D, or: 0x0A, in: word))
                }
                #expect(printable == (0x20...0x7E).contains(byte), "\(byte) at \(place)")
                #expect(lineEnd == (byte == 0x0D || byte == 0x0A ? place : nil), "\(byte) at \(place)")
            }
        }
    }

    @Test(arguments: KnownField.allCases.filter { $0 != .other })
    func knownFieldsAreRecognisedInAnyCase(field: KnownField) {
        let name = field.name.description
        for spelling in [name, name.uppercased(), name.prefix(1).uppercased() + name.dropFirst()] {
            #expect(Self.recognise(spelling) == field)
        }
        #expect(Self.recognise(name + "x") == .other)
        #expect(Self.recognise(String(name.dropLast())) != field)
        #expect(Self.recognise(String(name.dropLast()) + "~") == .other)
        #expect(Self.recognise(name.replacing("-", with: "_")) == (name.contains("-") ? .other : field))
    }

    private static func recognise(_ name: String) -> KnownField {
        Array(name.utf8).withUnsafeBufferPointer { KnownField.recognise($0) }
    }

    @Test(arguments: [("Name", nil), ("", 0), ("a b", 1), ("a:", 1), ("é", 0), ("a\r", 1)] as [(Bytes, Int?)])
    func namesAreTokens(name: Bytes, offset: Int?) {
        #expect(FieldSyntax.validateName(name) == offset)
    }

    @Test(
        arguments: [
            ("", nil), ("a b\tc", nil), ("é", nil), (" a", 0), ("a ", 1), ("\t", 0), ("a\rb", 1), ("a\nb", 1),
            ("a\u{0}b", 1), ("a\u{7F}", 1),
            ("a\u{B}b", 1),
        ] as [(Bytes, Int?)])
    func valuesHaveNoControlCharacters(value: Bytes, offset: Int?) {
        #expect(FieldSyntax.validateValue(value) == offset)
    }

    @Test func everyErrorHasItsWords() {
        for code in WireError.Code.allCases {
            let error = WireError(code, offset: 0)
            #expect(error.text.hasSuffix("."))
            #expect(error.spec.hasPrefix("RFC "))
            #expect([400, 413, 414, 431, 501, 505].contains(error.status))
        }
        #expect(
            Set(WireError.Code.allCases.map { WireError($0, offset: 0).text }).count == WireError.Code.allCases.count)
    }
}
