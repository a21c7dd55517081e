package import Bytes

/// What is served of a file of the page: scripts and style sheets without their comments and indentation, which only
/// readers of the source need. Each line stays where it is, so that an error names the line of the source. Pure
/// functions.
package enum ServedFile {
    private static let newline = UInt8(ascii: "\n")

    package static func bytes(_ path: String, _ source: Bytes) -> Bytes {
        guard path.hasSuffix(".js") || path.hasSuffix(".css") else { return source }
        var served: [UInt8] = []
        served.reserveCapacity(source.count)
        var isComment = false
        for (number, line) in source.array.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
            if number > 0 { served.append(newline) }
            let text = line.drop { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
            if isComment {
                // What follows a comment in its last line would be lost: no file has that, which a test checks.
                isComment = !ends(text)
            } else if begins(text, with: "/*"), ends(text) || !contains(text, "*/") {
                isComment = !ends(text)
            } else if !begins(text, with: "//") {
                served += text
            }
        }
        return Bytes(served)
    }

    private static func begins(_ line: ArraySlice<UInt8>, with sign: StaticString) -> Bool {
        sign.withUTF8Buffer { line.starts(with: $0) }
    }

    private static func ends(_ line: ArraySlice<UInt8>) -> Bool {
        line.suffix(2).elementsEqual([UInt8(ascii: "*"), UInt8(ascii: "/")])
    }

    private static func contains(_ line: ArraySlice<UInt8>, _ sign: StaticString) -> Bool {
        sign.withUTF8Buffer { sign in
            zip(line, line.dropFirst()).contains { $0 == sign[0] && $1 == sign[1] }
        }
    }
}
