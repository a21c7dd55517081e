import Bytes
import HTTPModel
import HTTPSemantics

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
    /// How requests proved whom they came from: each set of schemes, and how often it was used.
    private(set) var credentials: [Set<SecurityScheme>: Int] = [:]
    private static let credentialLimit = 20

    mutating func addCredentials(_ schemes: Set<SecurityScheme>) {
        guard credentials.count < Self.credentialLimit || credentials[schemes] != nil else { return }
        credentials[schemes, default: 0] += 1
    }

    /// What was used, the empty set last: requests without credentials may be wanted or not.
    var security: [[SecurityScheme]] {
        guard credentials.keys.contains(where: { !$0.isEmpty }) else { return [] }
        return credentials.keys.map { $0.sorted { $0.name < $1.name } }.sorted { left, right in
            if left.isEmpty != right.isEmpty { return right.isEmpty }
            return left.map(\.name).lexicographicallyPrecedes(right.map(\.name))
        }
    }
}

/// How a request proved whom it came from (OpenAPI 3.1 §4.8.27).
enum SecurityScheme: Hashable {
    case basic, bearer, digest
    /// A key in a header, a cookie, or the query, by its name.
    case key(Place, name: String)

    enum Place: String {
        case header, cookie, query
    }

    /// RFC 9110 §11.6.2: the scheme comes first. One that has no name of its own is an API key.
    init(authorization value: Bytes) {
        let scheme = value.prefix { $0 != ASCII.space }
        switch String(decoding: scheme, as: UTF8.self).lowercased() {
        case "basic": self = .basic
        case "bearer": self = .bearer
        case "digest": self = .digest
        default: self = .key(.header, name: "Authorization")
        }
    }

    /// All of a request: by Authorization, and by headers, cookies and parameters whose names are those of credentials.
    static func schemes(_ request: ExportedRequest, query: [Bytes]) -> Set<SecurityScheme> {
        var found: Set<SecurityScheme> = []
        for line in request.lines {
            if line.name.equalsIgnoringCase("authorization") {
                found.insert(SecurityScheme(authorization: line.value))
            } else if line.name.equalsIgnoringCase("cookie") {
                let names = line.value.split(separator: ASCII.semicolon).map { pair in
                    Bytes(Array(pair.prefix { $0 != ASCII.equals })).trimmed
                }
                for name in names where isKey(name) { found.insert(.key(.cookie, name: name.text)) }
            } else if !line.name.equalsIgnoringCase("proxy-authorization"), isKey(line.name) {
                found.insert(.key(.header, name: line.name.text))
            }
            if found.count > 8 { break }
        }
        for name in query.prefix(200) where isKey(name) { found.insert(.key(.query, name: name.text)) }
        return found
    }

    static func isKey(_ name: Bytes) -> Bool {
        SecretNames.strength(of: name) == .certain && OctetClass.token.containsAll(name)
    }

    /// Of the components' names: letters, digits, `.`, `-`, `_` (OpenAPI 3.1 §4.8.7.1).
    var name: String {
        switch self {
        case .basic: "basic"
        case .bearer: "bearer"
        case .digest: "digest"
        case .key(.header, "Authorization"): "authorization"
        case .key(let place, let name):
            "\(place.rawValue)_"
                + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) ? $0 : "_" })
        }
    }
}

extension JSONWriter {
    mutating func definition(_ scheme: SecurityScheme) {
        switch scheme {
        case .basic: literal(#"{"type":"http","scheme":"basic"}"#)
        case .bearer: literal(#"{"type":"http","scheme":"bearer"}"#)
        case .digest: literal(#"{"type":"http","scheme":"digest"}"#)
        case .key(let place, let name):
            beginObject()
            member("type", "apiKey")
            member("in", Bytes(place.rawValue))
            member("name", Bytes(name))
            endObject()
        }
    }
}

/// The values of one parameter of queries.
struct ObservedParameter {
    /// Requests that had it.
    private(set) var requests = 0
    /// A request had it more than once.
    private(set) var isRepeated = false
    private var isInteger = true
    private var isBoolean = true

    mutating func add(_ value: Bytes, isNew: Bool) {
        if isNew { requests += 1 } else { isRepeated = true }
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
        let isWhole = excerpt.size == excerpt.bytes.count
        if type.hasSuffix("json"), isWhole, let tree = Self.tree(excerpt.bytes) {
            schema.add(tree, in: excerpt.bytes, depth: 0)
        } else if isWhole, name == "application/x-www-form-urlencoded" {
            schema.add(form: PercentCoding.pairs(excerpt.bytes).map { ($0.name, $0.value ?? Bytes(), false) })
        } else if isWhole, name == "multipart/form-data", let boundary = type.parameter("boundary") {
            let parts = Multipart(excerpt.bytes, boundary: boundary).parts
            schema.add(form: parts.map { ($0.name ?? Bytes(), $0.content, $0.filename != nil) })
        } else if excerpt.isText, type.isText || name.contains("json") || name.hasSuffix("xml") {
            schema.addText()
        } else {
            if types[name] == nil { types[name] = .some(nil) }
            return
        }
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
    /// A file of a form.
    private(set) var isFile = false
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

    /// A text that has no structure here.
    mutating func addText() {
        count += 1
        types.insert("string")
    }

    /// The pairs of a form, or the parts of one: a name that comes twice is a list.
    mutating func add(form pairs: [(name: Bytes, value: Bytes, isFile: Bool)]) {
        count += 1
        objects += 1
        types.insert("object")
        let groups = Dictionary(grouping: pairs.filter { !$0.name.isEmpty }) { $0.name.text }
        for (name, group) in groups where properties[name] != nil || properties.count < Self.propertyLimit {
            properties[name, default: ObservedSchema()].add(values: group)
        }
    }

    private mutating func add(values: [(name: Bytes, value: Bytes, isFile: Bool)]) {
        count += 1
        if values.count > 1 || types.contains("array") {
            var item = items.first ?? ObservedSchema()
            // What was one before is one of several now.
            if !types.contains("array") { item.types.formUnion(types) }
            types = ["array"]
            for value in values { item.add(values: [value]) }
            items = [item]
            return
        }
        guard let one = values.first else { return }
        if one.isFile { isFile = true }
        let isInteger = !one.isFile && one.value.decimal != nil && one.value.count < 16
        let isBoolean = !one.isFile && (one.value.isExactly("true") || one.value.isExactly("false"))
        let type = isInteger ? "integer" : isBoolean ? "boolean" : "string"
        // Any value can be written as a text.
        types = types.isEmpty || types == [type] ? [type] : ["string"]
    }
}
