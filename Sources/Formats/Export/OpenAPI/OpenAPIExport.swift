import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// A description of the interface that was used (OpenAPI 3.1): what was seen of it, with types found from the data.
struct OpenAPIExport: FlowExporter {
    private static let methods: Set<Bytes> = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]
    /// Bodies beyond are not looked at.
    private static let bodyLimit = 1 << 20
    private static let pathLimit = 5_000

    /// The segments of a path, with names in braces for what varies in them.
    private let segments: (Bytes) -> [Bytes]
    private var paths: [String: ObservedPath] = [:]
    private var order: [String] = []
    /// Flows whose paths are beyond the limit.
    private var leftOut = 0

    init(segments: @escaping (Bytes) -> [Bytes]) {
        self.segments = segments
    }

    func omission(of record: FlowRecord) -> String? {
        if let why = ExportedRequest.hindrance(record) { return why }
        guard let method = record.requestHead?.method.name, Self.methods.contains(method) else {
            return "has a method that OpenAPI cannot describe"
        }
        return nil
    }

    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput) {
        guard omission(of: flow.record) == nil, let request = ExportedRequest(flow) else { return }
        let url = URLReference(request.url)
        let path = url.raw.slice(url.path)
        let template = PathTemplate(path, segments: segments(path))
        if paths[template.text] == nil {
            guard order.count < Self.pathLimit else {
                leftOut += 1
                return
            }
            order.append(template.text)
            paths[template.text] = ObservedPath(
                parameters: template.parameters,
                values: template.parameters.map { _ in ObservedParameter() })
        }
        for (index, value) in template.values.enumerated() {
            paths[template.text]?.values[index].add(value, isNew: true)
        }
        let origin = String(decoding: request.origin.dropLast(), as: UTF8.self)
        paths[template.text]?.servers.insert(origin)
        let name = request.method.lowercased.text
        // Taken out, so that it is changed where it lies and not copied for each flow.
        var operation = paths[template.text]?.operations.removeValue(forKey: name) ?? ObservedOperation()
        operation.count += 1
        let pairs = url.bytes(url.query).map { PercentCoding.pairs($0) } ?? []
        var seen: Set<String> = []
        let isKey = Set(pairs.map(\.name).filter(SecurityScheme.isKey))
        for (name, value) in pairs
        where !isKey.contains(name)
            && (operation.query.count < 200 || operation.query[name.text] != nil)
        {
            let isNew = seen.insert(name.text).inserted
            operation.query[name.text, default: ObservedParameter()].add(value ?? Bytes(), isNew: isNew)
        }
        operation.addCredentials(SecurityScheme.schemes(request, query: pairs.map(\.name)))
        if let content = flow.excerpt(.request, limit: Self.bodyLimit) {
            operation.request.add(content, flow.record.requestHead?.fields.first(.contentType))
        }
        if let head = flow.record.responseHead {
            let content = flow.excerpt(.response, limit: Self.bodyLimit)
            operation.responses[head.status, default: ObservedContent()].add(content, head.fields.first(.contentType))
        }
        paths[template.text]?.operations[name] = operation
    }

    var remarks: [String] {
        guard leftOut > 0 else { return [] }
        let flows = leftOut == 1 ? "1 flow has a path" : "\(leftOut) flows have paths"
        return ["\(flows) beyond the first \(Self.pathLimit); only those are described."]
    }

    mutating func end(_ output: ExportOutput) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("openapi", "3.1.0")
        writer.beginObject("info")
        writer.member("title", "Observed interface")
        writer.member("version", "1.0.0")
        writer.endObject()
        writer.beginObject("paths")
        for name in order {
            guard let path = paths[name] else { continue }
            writer.key(escaping: Bytes(name))
            writer.path(path)
        }
        writer.endObject()
        writer.beginObject("components")
        let schemes = Set(paths.values.flatMap { $0.operations.values.flatMap(\.security).joined() })
        if !schemes.isEmpty {
            writer.beginObject("securitySchemes")
            var written: Set<String> = []
            for scheme in schemes.sorted(by: { $0.name < $1.name }) where written.insert(scheme.name).inserted {
                writer.key(escaping: Bytes(scheme.name))
                writer.definition(scheme)
            }
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
        writer.withBytes { output.put($0) }
        output.put("\n")
    }
}
