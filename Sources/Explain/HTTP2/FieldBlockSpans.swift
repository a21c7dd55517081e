import Bytes
import Flow
import HTTPModel
import HTTPWire

/// The bytes of a field block, named down to the parts of each representation (RFC 7541 §6). They are counted from the
/// block's first byte, and laid into the frames that carry it.
struct FieldBlockSpans {
    private struct Leaf {
        let rule: String
        let range: Range<Int>
        let spec: String
        let words: Wording
        var isMalformed = false
    }

    private struct Group {
        let rule: String
        let spec: String
        let words: Wording
        var leaves: [Leaf]
    }

    /// Stands for a value that is not shown.
    private static let hiddenValue: Bytes = "…"

    private var groups: [Group] = []
    /// The block, when it can be decoded.
    let fields: FieldBlock?
    /// Why it cannot.
    let error: HPACKError?
    /// What is wrong with its fields, or needless; they count from the block's first byte.
    private(set) var notes: [Note] = []

    /// A block that was decoded.
    ///
    /// - Parameter hidden: fields whose values are not shown, by their places.
    init(_ block: FieldBlock, hiding hidden: Set<Int> = []) {
        fields = block
        error = nil
        var line = 0
        for representation in block.representations {
            guard representation.isField else {
                groups.append(Self.sizeUpdate(representation))
                continue
            }
            let field = block.fields.lines[line]
            let isHidden = hidden.contains(line)
            line += 1
            let value = isHidden ? Self.hiddenValue : block.fields.value(of: field)
            groups.append(Self.group(representation, block.fields.name(of: field), value, isHidden: isHidden))
            if !isHidden { noteNeedlessCode(representation, block.fields.name(of: field), value) }
        }
        let end = block.representations.last?.range.upperBound ?? 0
        if end < block.bytes.count {
            add("field-block", end..<block.bytes.count, "More fields than are shown here.")
        }
    }

    /// A block that cannot be decoded.
    init(_ count: Int, _ error: HPACKError) {
        fields = nil
        self.error = error
        let offset = min(error.offset, max(0, count - 1))
        add("field-block", 0..<offset, "Fields, up to the unreadable one.")
        groups.append(
            Group(
                rule: "field-block", spec: error.spec, words: Wording(error.text),
                leaves: [
                    Leaf(
                        rule: "field-block", range: offset..<count, spec: error.spec, words: Wording(error.text),
                        isMalformed: true)
                ]))
    }

    /// A block behind one that could not be decoded.
    init(unknown count: Int) {
        fields = nil
        error = nil
        add("field-block", 0..<count, "Fields that cannot be decoded, because the table was lost before.")
    }

    private mutating func add(_ rule: String, _ range: Range<Int>, _ words: Wording) {
        let spec = "RFC 9113 §4.3"
        groups.append(
            Group(
                rule: rule, spec: spec, words: words, leaves: [Leaf(rule: rule, range: range, spec: spec, words: words)]
            ))
    }

    // MARK: - Into a frame

    /// The spans of a part of the block that lies at a place of the input.
    func list(of part: Range<Int>, at place: Int) -> SpanList {
        var list = SpanList(at: place)
        for group in groups {
            var children = list.children()
            for leaf in group.leaves where leaf.range.overlaps(part) {
                let cut = leaf.range.clamped(to: part)
                let words = cut.lowerBound == leaf.range.lowerBound ? leaf.words : "It continues the previous frame."
                children.leaf(
                    leaf.rule, to: place + cut.upperBound - part.lowerBound, leaf.spec, words,
                    malformed: leaf.isMalformed)
            }
            // What has one part is that part.
            if children.spans.count == 1, group.leaves.count == 1 {
                list.append(children)
            } else {
                list.group(group.rule, group.spec, group.words, children)
            }
        }
        return list
    }

    // MARK: - Words

    private static func sizeUpdate(_ representation: Representation) -> Group {
        let words: Wording =
            "Pattern 001: from now on the table may hold \(Quantity.bytes(representation.index))."
        return Group(
            rule: "table-size-update", spec: "RFC 7541 §6.3", words: words,
            leaves: [
                Leaf(
                    rule: "table-size-update", range: representation.opening, spec: "RFC 7541 §6.3", words: words)
            ])
    }

    private static func group(
        _ representation: Representation, _ name: Bytes, _ value: Bytes, isHidden: Bool
    ) -> Group {
        let (rule, spec) = rule(of: representation.form)
        let opening = self.opening(representation, name, value)
        var leaves = [Leaf(rule: rule, range: representation.opening, spec: spec, words: opening)]
        for (text, string, noun) in [(representation.name, name, "name"), (representation.value, value, "value")] {
            guard let text else { continue }
            let code = text.isHuffman ? " in Huffman code" : ", uncompressed"
            leaves.append(
                Leaf(
                    rule: "string-length", range: text.length, spec: "RFC 7541 §5.2",
                    words: "The \(noun) has \(Quantity.bytes(text.data.count))\(code)."))
            leaves.append(
                Leaf(
                    rule: "string", range: text.data, spec: text.isHuffman ? "RFC 7541 appendix B" : "RFC 7541 §5.2",
                    words: isHidden && noun == "value"
                        ? "The value, which Hark does not show here."
                        : text.isHuffman
                            ? "The \(noun) \(quoting: string): \(HuffmanWords.symbols(of: string))."
                            : "The \(noun) \(quoting: string)."))
        }
        return Group(rule: rule, spec: spec, words: "\(abbreviating: name): \(abbreviating: value)", leaves: leaves)
    }

    private static func rule(of form: Representation.Form) -> (rule: String, spec: String) {
        switch form {
        case .indexed: ("indexed-field", "RFC 7541 §6.1")
        case .incremental: ("literal-with-indexing", "RFC 7541 §6.2.1")
        case .literal: ("literal-without-indexing", "RFC 7541 §6.2.2")
        case .never: ("literal-never-indexed", "RFC 7541 §6.2.3")
        case .sizeUpdate: ("table-size-update", "RFC 7541 §6.3")
        }
    }

    private static func opening(_ representation: Representation, _ name: Bytes, _ value: Bytes) -> Wording {
        let pattern: Wording
        let entry = FieldPlace.of(representation.index, representation.origin?.stream)
        switch representation.form {
        case .indexed:
            let field = Bytes(name.array + Array(": ".utf8) + value.array)
            return "Pattern 1: \(entry), \(quoting: field)."
        case .incremental: pattern = "Pattern 01: sent as text and added to the table; "
        case .literal: pattern = "Pattern 0000: sent as text and not added to the table; "
        case .never: pattern = "Pattern 0001: sent as text; no recipient may ever add it to a table; "
        case .sizeUpdate: pattern = "Pattern 001: "
        }
        if representation.index == 0 { return pattern + "the name follows." }
        return pattern + "the name is that of \(entry), \(quoting: name)."
    }

    // MARK: - Notes

    /// A Huffman string that is no shorter than it would have been (RFC 7541 §5.2 leaves the choice to the encoder).
    private mutating func noteNeedlessCode(_ representation: Representation, _ name: Bytes, _ value: Bytes) {
        for (text, string) in [(representation.name, name), (representation.value, value)] {
            guard let text, text.isHuffman, !string.isEmpty, text.data.count >= string.count else { continue }
            notes.append(
                Note(
                    "needlessHuffman", .info, at: text.data, "Huffman code saves nothing here.",
                    "\(string) has \(string.count) bytes, in Huffman code \(text.data.count).", spec: "RFC 7541 §5.2"))
        }
    }

    /// A rule of fields that the block breaks, told at the field.
    mutating func blame(_ fault: FieldFault, _ block: FieldBlock) {
        let places = block.representations.filter(\.isField)
        let range = fault.line.flatMap { places.indices.contains($0) ? places[$0].range : nil } ?? 0..<0
        notes.append(
            Note(
                fault.rule.rawValue, .bad, at: range, .phrase(fault.text), "This makes the message malformed.",
                spec: fault.spec))
    }

    /// The block with each field, between the tables before and after it.
    func made(
        _ block: FieldBlock, before: HTTP2Dissection.TableState, after: HTTP2Dissection.TableState,
        hiding hidden: Set<Int> = []
    ) -> HTTP2Dissection.Block {
        let pairs = zip(block.fields.lines, block.representations.filter(\.isField))
        let fields = pairs.enumerated().map { place, pair in
            let (line, representation) = pair
            return HTTP2Dissection.BlockField(
                name: block.fields.name(of: line),
                value: hidden.contains(place) ? Self.hiddenValue : block.fields.value(of: line),
                size: representation.range.count, form: representation.form.rawValue, index: representation.index,
                enteredBy: representation.origin?.stream,
                isHuffman: representation.name?.isHuffman == true || representation.value?.isHuffman == true,
                words: FieldPlace.words(
                    HeadBlock.Form(rawValue: representation.form.rawValue), representation.index,
                    enteredBy: representation.origin?.stream))
        }
        return HTTP2Dissection.Block(
            fields: fields, size: block.bytes.count, plainSize: block.fields.emptyLineStart,
            before: before, after: after)
    }
}

/// The symbols of a string with their codes.
private enum HuffmanWords {
    private static let limit = 10

    static func symbols(of string: Bytes) -> String {
        let codes = HuffmanTable.codes
        let words = string.prefix(limit).map { byte in
            let code = codes[Int(byte)]
            let digits = String(code.bits, radix: 2)
            return Quotation.byte(byte) + " " + String(repeating: "0", count: Int(code.length) - digits.count) + digits
        }
        return words.joined(separator: ", ") + (string.count > limit ? " …" : "")
    }
}
