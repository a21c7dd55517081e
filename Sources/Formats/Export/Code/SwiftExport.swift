import Bytes
import Flow

/// A program of Swift with Foundation's URLSession that sends an equal request. The order of fields is Foundation's.
struct SwiftExport: CodeExporter {
    static let commentSign = "//"

    /// The library of the program, not of Hark.
    private static let foundation = "Foundation"

    let prelude = """
        import \(Self.foundation)
        #if canImport(\(Self.foundation)Networking)
            import \(Self.foundation)Networking
        #endif

        func send(_ method: String, _ url: String, _ fields: [(String, String)], _ body: Data? = nil) async throws {
            guard let url = URL(string: url) else { throw URLError(.badURL) }
            var request = URLRequest(url: url)
            request.httpMethod = method
            for (name, value) in fields { request.addValue(value, forHTTPHeaderField: name) }
            request.httpBody = body
            let (data, response) = try await URLSession.shared.data(for: request)
            print((response as? HTTPURLResponse)?.statusCode ?? 0)
            print(String(decoding: data, as: UTF8.self))
        }

        """

    /// What URLSession writes by itself, and lets nobody else.
    private static let own: [StaticString] = ["host", "content-length", "transfer-encoding", "connection"]

    mutating func request(_ request: ExportedRequest) -> String {
        let fields = request.lines.filter { line in !Self.own.contains { line.name.equalsIgnoringCase($0) } }.map {
            "        (\(CodeText.swift($0.name)), \(CodeText.swift($0.value))),\n"
        }.joined()
        return """
            try await send(
                \(CodeText.swift(request.method)), \(CodeText.swift(request.url)),
                [
            \(fields)    ]\(body(request.content)))

            """
    }

    func omission(of record: FlowRecord) -> String? {
        ExportedRequest.hindrance(record) ?? ExportedRequest.pathHindrance(record, "Foundation", withQuery: true)
    }

    private func body(_ content: Bytes) -> String {
        guard !content.isEmpty else { return "" }
        var check = TextCheck()
        content.withUnsafeBytes { check.add($0) }
        return check.isText
            ? ",\n    Data(\(CodeText.swift(content)).utf8)"
            : ",\n    Data(base64Encoded: \"\(Base64.encode(content))\")"
    }
}
