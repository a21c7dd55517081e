import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Messages

/// Compares the contents of two messages: JSON by structure, text by lines, anything else by the first byte that
/// differs. Codings are taken off before, as far as they are known.
package struct ContentDiff: Sendable {
    /// As what contents were compared.
    package enum Reading: String, Sendable {
        /// One of them is empty, or was not kept.
        case none
        /// The same bytes as they were transferred.
        case same
        /// The same once the codings are off.
        case sameDecoded = "same-decoded"
        case json, text, binary
    }

    package private(set) var reading = Reading.none
    package private(set) var differences: [Difference] = []
    /// How many more differences there are.
    package private(set) var omitted = 0
    /// Why the comparison does not say all: sentences.
    package private(set) var doubts: [String] = []

    init(_ left: FlowRecord, _ right: FlowRecord, _ message: MessageKind) {
        let (one, other) = (left[message].content, right[message].content)
        for (name, content) in [("the first", one), ("the second", other)] {
            if content.isTruncated {
                doubts.append("Only the beginning of the content of \(name) \(message.name) was stored.")
            }
        }
        let (size, otherSize) = (one.size ?? Self.kept(one), other.size ?? Self.kept(other))
        guard let ours = DecodedContent(left, message), let theirs = DecodedContent(right, message) else {
            compareSizes(one, other, (size, otherSize), message)
            return
        }
        for (name, content) in [("the first", ours), ("the second", theirs)] {
            if content.isCut {
                doubts.append(
                    """
                    Hark compared only the first 32 MiB of the content of \(name) \(message.name).
                    """)
            }
            if let fault = content.fault {
                doubts.append(
                    """
                    The content of \(name) \(message.name) could not be decoded completely \
                    (\(fault.coding.name.text)).
                    """)
            }
        }
        if let size, let otherSize, size != otherSize, ours.bytes == theirs.bytes {
            // Coded otherwise, or cut: what was looked at is the same.
            reading = .sameDecoded
            if one.isTruncated || other.isTruncated { addSizes(size, otherSize, message) }
            return
        }
        guard ours.bytes != theirs.bytes else {
            reading = .same
            if ours.wasCoded || theirs.wasCoded, let one = one.bytes, let other = other.bytes, one != other {
                reading = .sameDecoded
            }
            return
        }
        compare(ours.bytes, theirs.bytes, (Self.isText(left, message), Self.isText(right, message)), message)
    }

    private static func kept(_ content: FlowRecord.Content) -> UInt64? {
        content.isTruncated ? nil : content.kept.count.map { UInt64($0) }
    }

    // MARK: - Bytes

    private mutating func compare(
        _ left: Bytes, _ right: Bytes, _ areTexts: (left: Bool, right: Bool), _ message: MessageKind
    ) {
        if let json = JSONDiff(left, right, message) {
            reading = .json
            (differences, omitted) = (json.differences, json.omitted)
        } else if areTexts.left, areTexts.right, !left.contains(0), !right.contains(0) {
            reading = .text
            (differences, omitted) = TextDiff.differences(left, right, message)
        } else {
            reading = .binary
            compareBinary(left, right, message)
        }
    }

    /// Bytes shown, in hexadecimal, from the first difference on.
    private static let window = 16

    private mutating func compareBinary(_ left: Bytes, _ right: Bytes, _ message: MessageKind) {
        let common = min(left.count, right.count)
        let first = left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in (0..<common).first { left[$0] != right[$0] } ?? common }
        }
        func piece(_ bytes: Bytes) -> Bytes? {
            guard first < bytes.count else { return nil }
            return Bytes(Hex.text(bytes.slice(first..<min(first + Self.window, bytes.count))))
        }
        let action: Difference.Action =
            first == left.count ? .added : first == right.count ? .removed : .changed
        differences.append(
            Difference(
                message, .content, action, path: Bytes("byte \(first)"), left: piece(left), right: piece(right),
                places: (first, first)))
    }

    // MARK: - Sizes

    /// One of them cannot be read, so sizes are all there is to compare.
    private mutating func compareSizes(
        _ left: FlowRecord.Content, _ right: FlowRecord.Content, _ sizes: (UInt64?, UInt64?), _ message: MessageKind
    ) {
        if sizes.0 ?? 0 == 0, sizes.1 ?? 0 == 0 { return }
        if let one = left.bytes, let other = right.bytes, one == other {
            reading = .same
            return
        }
        if sizes.0 != sizes.1 { return addSizes(sizes.0 ?? 0, sizes.1 ?? 0, message) }
        doubts.append(
            """
            The contents of the \(message.name)s were not recorded, so Hark cannot compare them; their sizes are \
            equal.
            """)
    }

    private mutating func addSizes(_ left: UInt64, _ right: UInt64, _ message: MessageKind) {
        let action: Difference.Action = left == 0 ? .added : right == 0 ? .removed : .changed
        differences.append(
            Difference(
                message, .content, action, path: "size", left: left == 0 ? nil : Bytes("\(left) B"),
                right: right == 0 ? nil : Bytes("\(right) B")))
    }

    /// Made of characters, as its type says; without a type, as its first bytes look.
    private static func isText(_ record: FlowRecord, _ message: MessageKind) -> Bool {
        guard let type = record.fields(message)?.first(.contentType) else { return true }
        return MediaType(type).isText
    }
}

extension MessageKind {
    /// As sentences name it.
    var name: String {
        switch self {
        case .request: "request"
        case .response: "answer"
        }
    }
}
