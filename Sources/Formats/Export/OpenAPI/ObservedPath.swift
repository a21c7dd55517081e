import Bytes
import HTTPSemantics
import JSON

/// What was seen of one path.
struct ObservedPath {
    let parameters: [String]
    /// What stood in their place.
    var values: [ObservedParameter]
    var servers: Set<String> = []
    /// By the method, in lower case.
    var operations: [String: ObservedOperation] = [:]
}

/// What was seen of one method of a path.
struct ObservedOperation {
    var count = 0
    var query: [String: ObservedParameter] = [:]
    var request = ObservedContent()
    var responses: [Int: ObservedContent] = [:]
    /// Requests with credentials, by the name of their scheme.
    private(set) var credentials: [String: Int] = [:]

    mutating func addCredentials(_ value: Bytes) {
        credentials[SecurityScheme.name(of: value), default: 0] += 1
    }

    /// Whether each request had credentials: those of one that had none may be wanted or not.
    var isSecured: Bool { credentials.values.reduce(0, +) == count }
}

/// How requests proved whom they came from (OpenAPI 3.1 §4.8.27).
enum SecurityScheme {
    /// RFC 9110 §11.6.2: the scheme comes first. One that has no name of its own is an API key.
    static func name(of value: Bytes) -> String {
        let scheme = value.prefix { $0 != ASCII.space }
        switch String(decoding: scheme, as: UTF8.self).lowercased() {
        case "basic": return "basic"
        case "bearer": return "bearer"
        case "digest": return "digest"
        default: return "authorization"
        }
    }

    static func definition(_ name: String) -> StaticString {
        switch name {
        case "basic": #"{"type":"http","scheme":"basic"}"#
        case "bearer": #"{"type":"http","scheme":"bearer"}"#
        case "digest": #"{"type":"http","scheme":"digest"}"#
        default: #"{"type":"apiKey","in":"header","name":"Authorization"}"#
        }
    }
}

/// The values of one parameter of queries.
struct ObservedParameter {
    /// Requests that had it.
    private(set) var requests = 0
    private var isInteger = true
    private var isBoolean = true

    mutating func add(_ value: Bytes, isNew: Bool) {
        if isNew { requests += 1 }
        isInteger = isInteger && value.decimal != nil && value.count < 16
        isBoolean = isBoolean && (value.isExactly("true") || value.isExactly("false"))
    }

    var type: String { isInteger ? "integer" : isBoolean ? "boolean" : "string" }
}

/// The contents of requests, or of responses of one status.
struct ObservedContent {
    /// By media type; nil for contents that are no JSON.
    private(set) var types: [String: ObservedSchema?] = [:]

    mutating func add(_ excerpt: ExportedFlow.Excerpt?, _ value: Bytes?) {
        guard let excerpt else { return }
        let type = MediaType(value ?? Bytes())
        let isNamed = type.isWellFormed && OctetClass.token.containsAll(type.type)
        let name = isNamed ? "\(type.type.lowercased)/\(type.subtype.lowercased)" : "application/octet-stream"
        guard types.count < 20 || types[name] != nil else { return }
        var schema = (types[name] ?? nil) ?? ObservedSchema()
        guard type.hasSuffix("json"), excerpt.size == excerpt.bytes.count, let tree = Self.tree(excerpt.bytes) else {
            if types[name] == nil { types[name] = .some(nil) }
            return
        }
        schema.add(tree, in: excerpt.bytes, depth: 0)
        types[name] = schema
    }

    private static func tree(_ bytes: Bytes) -> JSONNode? {
        bytes.withUnsafeBytes { raw in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            return try? parser.tree()
        }
    }
}

/// The types of values that were seen at one place.
struct ObservedSchema {
    private static let depthLimit = 12
    private static let propertyLimit = 200

    private(set) var types: Set<String> = []
    /// Values that were seen.
    private(set) var count = 0
    /// Of them objects.
    private(set) var objects = 0
    private(set) var properties: [String: ObservedSchema] = [:]
    /// Of arrays: none or one.
    private(set) var items: [ObservedSchema] = []

    mutating func add(_ node: JSONNode, in file: Bytes, depth: Int) {
        count += 1
        switch node.value {
        case .null: types.insert("null")
        case .boolean: types.insert("boolean")
        case .number(let range):
            let isInteger = file.slice(range).allSatisfy { ASCII.isDigit($0) || $0 == ASCII.hyphen }
            if !isInteger { types.remove("integer") }
            if isInteger ? !types.contains("number") : true { types.insert(isInteger ? "integer" : "number") }
        case .string: types.insert("string")
        case .tooDeep: break
        case .array(let elements):
            types.insert("array")
            guard depth < Self.depthLimit else { return }
            var schema = items.first ?? ObservedSchema()
            for element in elements { schema.add(element, in: file, depth: depth + 1) }
            items = [schema]
        case .object(let members):
            types.insert("object")
            objects += 1
            guard depth < Self.depthLimit else { return }
            var seen: Set<String> = []
            for member in members {
                let name = member.key.bytes(in: file).text
                guard seen.insert(name).inserted else { continue }
                guard properties[name] != nil || properties.count < Self.propertyLimit else { continue }
                properties[name, default: ObservedSchema()].add(member.value, in: file, depth: depth + 1)
            }
        }
    }
}
