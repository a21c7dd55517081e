import Bytes
import Explain
import HTTPSemantics

/// Chooses the layout of a body, and of each part of one. Used once.
struct ViewMaker {
    let options: LayoutOptions
    var out: LineBuilder
    var remarks: [String] = []
    /// How many bodies this one is a part of.
    private var level = 0
    /// Of the whole.
    private(set) var firstKind: BodyKind?

    init(options: LayoutOptions) {
        self.options = options
        out = LineBuilder(lineLimit: options.lineLimit)
    }

    /// Lays the content out; gives what it is.
    mutating func make(_ content: Bytes, type: Bytes?, isCut: Bool) -> String {
        let media = type.map { MediaType($0) }
        let kind = kind(of: content, media)
        firstKind = firstKind ?? kind
        switch kind {
        case .image: return image(content, media)
        case .protobuf:
            let layout = ProtobufLayout(content, options)
            layout.write(to: &out)
            return "Protocol Buffers, \(Self.told(layout.message.type))"
        case .grpc: return grpc(content, media)
        case .messagePack:
            var layout = MessagePackLayout(content, options)
            layout.write(to: &out)
            return "MessagePack"
        case .cbor:
            var layout = CBORLayout(content, options)
            layout.write(to: &out)
            return "CBOR"
        case .multipart: return multipart(content, media)
        case .known(let signature):
            hex(content)
            return signature.name.withoutArticle
        case .binary:
            hex(content)
            return "Bytes"
        case .json, .xml, .html, .styleSheet, .script, .graphQL, .form, .eventStream, .token, .text:
            guard
                let reading = TextReading(
                    content, label: Self.charset(of: content, media), isCut: isCut, multibyte: options.multibyte)
            else {
                if let type { remarks.append("The declared type is \(type.text), but the bytes are not text.") }
                hex(content)
                return "Bytes"
            }
            if let remark = reading.remark { remarks.append(remark) }
            let title = text(reading.text, kind, isSure: media.flatMap { BodyKind($0) } == kind, isCut: isCut)
            return title + (reading.charset.map { ", \($0)" } ?? "")
        }
    }

    /// The charset that the type says, or else the document itself.
    static func charset(of content: Bytes, _ type: MediaType?) -> Bytes? {
        type?.parameter("charset") ?? DocumentCharset.label(in: content, type: type)
    }

    /// Whether a content is one text, and not parts of several, a picture, or bytes.
    mutating func isText(_ content: Bytes, type: Bytes?) -> Bool {
        switch kind(of: content, type.map { MediaType($0) }) {
        case .json, .xml, .html, .styleSheet, .script, .graphQL, .form, .eventStream, .token, .text: true
        case .image, .protobuf, .grpc, .messagePack, .cbor, .multipart, .known, .binary: false
        }
    }

    /// By type, unless the bytes say otherwise without doubt.
    private mutating func kind(of content: Bytes, _ type: MediaType?) -> BodyKind {
        guard let type, let named = BodyKind(type) else { return BodyKind(lookingAt: content) }
        if let signature = ContentSignature(content), !signature.agrees(with: type) {
            remarks.append(
                """
                The declared type is \(type.type.text)/\(type.subtype.text), but the bytes are \(signature.name).
                """)
            return BodyKind(lookingAt: content)
        }
        if named == .text, type.is("text", "plain") || type.is("text", "xml") {
            let look = BodyKind(lookingAt: content)
            return look == .binary ? .text : look
        }
        // An SVG is an image that is a text.
        return named == .image && type.hasSuffix("xml") ? .xml : named
    }

    private mutating func text(_ text: Bytes, _ kind: BodyKind, isSure: Bool, isCut: Bool) -> String {
        switch kind {
        case .json: return json(text, isSure: isSure, isCut: isCut)
        case .xml:
            var layout = MarkupLayout(text, isHTML: false)
            layout.write(to: &out)
            return SVGSize.title(text) ?? "XML"
        case .html:
            var layout = MarkupLayout(text, isHTML: true)
            layout.write(to: &out)
            return "HTML"
        case .styleSheet:
            CodeLayout(text, .styleSheet).write(to: &out)
            return "CSS"
        case .script:
            CodeLayout(text, .script).write(to: &out)
            return "JavaScript"
        case .graphQL:
            var layout = GraphQLLayout(text)
            layout.write(to: &out)
            return "GraphQL"
        case .form:
            FormLayout(text, options).write(to: &out)
            return "Form"
        case .eventStream: return events(text)
        case .token:
            guard TokenLayout(text, options)?.write(to: &out) != nil else { break }
            return "JWT: decoded, not verified"
        case .multipart, .text, .protobuf, .grpc, .messagePack, .cbor, .image, .known, .binary: break
        }
        PlainLayout(text).write(to: &out)
        return "Text"
    }

    private mutating func json(_ text: Bytes, isSure: Bool, isCut: Bool) -> String {
        let before = out
        var layout = JSONLayout(text, options, isCut: isCut)
        let isJSON = layout.write(to: &out)
        if !isSure, !isJSON || out.isDamaged {
            // It only looked like JSON.
            out = before
            PlainLayout(text).write(to: &out)
            return "Text"
        }
        out.end()
        guard let query = GraphQLRequest.query(in: text) else { return "JSON" }
        out.note("query, formatted:")
        var document = GraphQLLayout(query)
        document.write(to: &out, at: 1)
        return "GraphQL request in JSON"
    }

    private mutating func image(_ content: Bytes, _ type: MediaType?) -> String {
        guard let facts = ImageFacts(content) else {
            if let type {
                remarks.append(
                    "The declared type is \(type.type.text)/\(type.subtype.text), but the bytes are not a known image.")
            }
            hex(content)
            return "Bytes"
        }
        return facts.text
    }

    private mutating func hex(_ content: Bytes) {
        HexLayout(content, limit: options.hexLimit).write(to: &out)
    }

    // MARK: Bodies of several parts

    private static func told(_ type: String?) -> String { type.map { "as \($0)" } ?? "without the schema" }

    /// The messages of a gRPC body: each has a flag and its length before it.
    private mutating func grpc(_ transferred: Bytes, _ type: MediaType?) -> String {
        var content = transferred
        if type?.subtype.hasPrefix(ignoringCase: "grpc-web-text") == true {
            guard let plain = Base64.decodeGroups(transferred) else {
                remarks.append("The type says base64, but the bytes are not.")
                hex(transferred)
                return "Bytes"
            }
            content = plain
        }
        let isJSON = type?.hasSuffix("json") ?? false
        let isConnect = type?.subtype.hasPrefix(ignoringCase: "connect") ?? false
        let endFlag: UInt8 = isConnect ? 2 : 0x80
        var read: String?
        var reader = BinaryReader(content)
        var count = 0
        while !reader.isAtEnd, !out.isFull {
            let start = reader.index
            count += 1
            guard let flag = reader.byte(), let length = reader.number(4), let message = reader.take(length) else {
                out.damage("byte \(start): the body ends within a message.")
                break
            }
            // gRPC-Web puts the trailers into the last frame, Connect the end of the stream.
            if flag & endFlag != 0 {
                out.note("trailers")
                PlainLayout(message).write(to: &out, at: 1)
                continue
            }
            out.note("message \(count), \(Quantity.size(length))" + (flag & 1 == 1 ? ", compressed" : ""))
            out.base += 1
            if flag & 1 == 1 {
                hex(message)
            } else if isJSON {
                var layout = JSONLayout(message, options, isCut: false)
                if !layout.write(to: &out) { hex(message) }
                out.end()
            } else {
                let layout = ProtobufLayout(message, options)
                layout.write(to: &out)
                read = layout.message.type
            }
            out.base -= 1
        }
        return "\(isConnect ? "Connect" : "gRPC"), \(isJSON ? "in JSON" : Self.told(read))"
    }

    /// Each event by itself (HTML §9.2): its fields, and its data laid out when that is JSON.
    private mutating func events(_ text: Bytes) -> String {
        var layout = EventStreamLayout(text, options)
        layout.write(to: &out)
        return layout.count == 1 ? "Event stream, 1 event" : "Event stream, \(layout.count) events"
    }

    private mutating func multipart(_ content: Bytes, _ type: MediaType?) -> String {
        guard let boundary = type?.parameter("boundary"), !boundary.isEmpty, level < BodyView.deepest else {
            if level < BodyView.deepest {
                remarks.append("The type names no boundary, so Hark cannot separate the parts.")
            }
            guard let reading = TextReading(content, label: nil) else {
                hex(content)
                return "Bytes"
            }
            PlainLayout(reading.text).write(to: &out)
            return "Text"
        }
        let parts = Multipart(content, boundary: boundary)
        for (number, part) in parts.parts.enumerated() where !out.isFull {
            out.begin(0)
            out.put("part \(number + 1)", .note)
            for field in part.fields {
                out.begin(1)
                guard !field.name.isEmpty else {
                    out.put(field.line, .plain)
                    continue
                }
                out.put(field.name, .name)
                out.put(": ", .mark)
                out.put(field.value, .plain)
            }
            out.base += 1
            level += 1
            let name = part.name ?? Bytes()
            if !name.isEmpty, options.hides(name, part.content) {
                out.begin(1)
                out.put(LayoutOptions.secret, .secret)
            } else if !part.content.isEmpty {
                let place = out.lines.count
                let title = make(part.content, type: part.type, isCut: !part.isWhole)
                out.end()
                if out.lines.count == place || title != "Text" { out.note("— \(title)", at: 0) }
            }
            level -= 1
            out.base -= 1
        }
        if !parts.isClosed {
            out.damage(
                parts.parts.isEmpty
                    ? "no line of the body is the boundary --\(boundary.text)"
                    : "byte \(content.count): the body ends without the last boundary, --\(boundary.text)--")
        }
        return parts.parts.count == 1 ? "Multipart, 1 part" : "Multipart, \(parts.parts.count) parts"
    }
}

extension String {
    /// `a PNG image` as `PNG image`.
    fileprivate var withoutArticle: String {
        hasPrefix("a ") ? String(dropFirst(2)) : hasPrefix("an ") ? String(dropFirst(3)) : self
    }
}
