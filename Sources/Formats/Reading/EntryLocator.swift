import Bytes

/// Finds where the entries of a HAR or a log stand, from the file's blocks in order, so that one entry of a large file
/// can be read without the others in memory.
///
/// Only what is plainly well formed is told: for anything else `ranges` is nil at the end, and the file is to be read
/// whole, by a reader that says what is wrong with it.
package struct EntryLocator: Sendable {
    private enum Form {
        case har, log
    }

    private let form: Form
    private var found: [Range<Int>] = []
    private var isIrregular = false
    private var position = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// The name that stands in front of the value under way, while the list is looked for.
    private var name: [UInt8] = []
    /// How deep the elements of the list stand; nil before it began.
    private var listDepth: Int?
    private var hasEnded = false
    private var start = 0

    /// Names longer than this are none that is looked for.
    private static let nameLimit = 16
    private static let listName = Array("entries".utf8)

    private init(_ form: Form) {
        self.form = form
        if form == .log { listDepth = 0 }
    }

    package static var har: EntryLocator { EntryLocator(.har) }
    package static var log: EntryLocator { EntryLocator(.log) }

    /// The places of all entries, once every block was added; nil when the file is not plain.
    package var ranges: [Range<Int>]? {
        let isWhole = form == .har ? hasEnded : true
        return isIrregular || !isWhole || depth != 0 || isInString ? nil : found
    }

    /// Those before the place where it is no longer plain, or where it ends too early, and that place.
    package var rangesSoFar: (ranges: [Range<Int>], end: Int) { (found, position) }

    /// The next bytes of the file.
    package mutating func add(_ block: UnsafeRawBufferPointer) {
        guard !isIrregular else { return }
        for byte in block {
            if isInString { string(byte) } else { structure(byte) }
            if isIrregular { return }
            position += 1
        }
    }

    private mutating func string(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == ASCII.quote {
            isInString = false
            return
        } else if byte == ASCII.backslash {
            isEscaped = true
        } else if byte == ASCII.lineFeed {
            isIrregular = true
        }
        if listDepth == nil, name.count <= Self.nameLimit { name.append(byte) }
    }

    private mutating func structure(_ byte: UInt8) {
        switch byte {
        case ASCII.quote:
            isInString = true
            if listDepth == nil { name = [] }
            if depth == listDepth { isIrregular = true }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if !hasEnded, listDepth == nil, depth <= 2, byte == UInt8(ascii: "["), name == Self.listName {
                listDepth = depth + 1
            } else if depth == listDepth {
                start = position
                if byte != UInt8(ascii: "{") { isIrregular = true }
            }
            depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            if depth < 0 { isIrregular = true }
            if depth == listDepth {
                found.append(start..<position + 1)
            } else if let list = listDepth, depth < list, form == .har {
                listDepth = nil
                hasEnded = true
            }
        case ASCII.comma:
            if form == .log, depth == 0 { isIrregular = true }
            name = []
        case ASCII.space, ASCII.tab, ASCII.carriageReturn:
            break
        case ASCII.lineFeed:
            // An entry of a log is one line.
            if form == .log, depth > 0 { isIrregular = true }
        default:
            if depth == listDepth { isIrregular = true }
        }
    }
}
