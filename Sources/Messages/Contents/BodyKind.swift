import Bytes
import HTTPSemantics

/// What a body is, from which its layout follows.
enum BodyKind: Sendable, Equatable {
    case json, xml, html, styleSheet, script, graphQL, form, multipart, eventStream, token, text
    case protobuf, grpc, messagePack, cbor
    case image
    /// A format that is known by its first bytes, and is not looked into.
    case known(ContentSignature)
    case binary

    /// By what the type says; nil when it says nothing that helps.
    init?(_ type: MediaType) {
        if let kind = Self.named(type) {
            self = kind
        } else if type.hasSuffix("json") || type.hasSuffix("json-seq") {
            self = .json
        } else if type.hasSuffix("xml") {
            self = .xml
        } else if type.hasSuffix("cbor") {
            self = .cbor
        } else if type.hasSuffix("proto") || type.hasSuffix("protobuf") {
            self = .protobuf
        } else if type.type.equalsIgnoringCase("multipart") {
            self = .multipart
        } else if type.type.equalsIgnoringCase("image") {
            self = .image
        } else if type.type.equalsIgnoringCase("text") {
            self = .text
        } else {
            return nil
        }
    }

    private static func named(_ type: MediaType) -> BodyKind? {
        let subtype = type.subtype.lowercased.text
        switch type.type.lowercased.text {
        case "text": return texts[subtype]
        case "application":
            if subtype.hasPrefix("x-amz-json") { return .json }
            return subtype.hasPrefix("grpc") || subtype.hasPrefix("connect+") ? .grpc : applications[subtype]
        default: return nil
        }
    }

    private static let texts: [String: BodyKind] = [
        "html": .html, "css": .styleSheet, "javascript": .script, "ecmascript": .script, "event-stream": .eventStream,
        "x-json": .json,
    ]

    private static let applications: [String: BodyKind] = [
        "x-www-form-urlencoded": .form, "xhtml+xml": .html, "javascript": .script, "x-javascript": .script,
        "ecmascript": .script, "graphql": .graphQL, "jwt": .token, "x-ndjson": .json, "ndjson": .json,
        "jsonlines": .json, "x-jsonlines": .json, "jsonl": .json, "x-jsonl": .json, "json-lines": .json,
        "x-json-lines": .json, "x-json": .json, "json-seq": .json, "geo+json-seq": .json, "cbor-seq": .cbor,
        "msgpack": .messagePack,
        "proto": .protobuf, "x-msgpack": .messagePack, "vnd.msgpack": .messagePack, "protobuf": .protobuf,
        "x-protobuf": .protobuf,
        "vnd.google.protobuf": .protobuf, "x-google-protobuf": .protobuf, "manifest+json": .json,
        "problem+json": .json, "dns-json": .json, "csp-report": .json, "sdp": .text, "x-yaml": .text, "yaml": .text,
        "toml": .text, "sql": .text, "x-sh": .text,
    ]

    /// By the first bytes alone.
    init(lookingAt content: Bytes) {
        switch ContentSignature(content) {
        case .png, .jpeg, .gif, .webp: self = .image
        case .html: self = .html
        case .xml, .svg: self = .xml
        case .json: self = .json
        case .mp4 where ImageFacts(content) != nil: self = .image
        case .some(let other): self = .known(other)
        case nil:
            if TokenLayout.isToken(content) {
                self = .token
            } else if GraphQLLayout.isDocument(content.slice(0..<min(content.count, 4096))) {
                self = .graphQL
            } else {
                self = TextReading(content, label: nil) == nil ? .binary : .text
            }
        }
    }

    /// For programs.
    var name: String {
        switch self {
        case .json: "json"
        case .xml: "xml"
        case .html: "html"
        case .styleSheet: "css"
        case .script: "script"
        case .graphQL: "graphql"
        case .form: "form"
        case .multipart: "multipart"
        case .eventStream: "events"
        case .token: "token"
        case .text: "text"
        case .protobuf: "protobuf"
        case .grpc: "grpc"
        case .messagePack: "messagepack"
        case .cbor: "cbor"
        case .image: "image"
        case .known, .binary: "binary"
        }
    }
}
