import Bytes

/// A program of Python's standard library that sends the same bytes.
struct PythonExport: CodeExporter {
    static let commentSign = "#"

    // The first line is code: in a comment on the first two lines, `coding=` would say how the file is to be read.
    let prelude = """
        import http.client


        def send(secure, host, port, method, message):
            connection = (http.client.HTTPSConnection if secure else http.client.HTTPConnection)(host, port)
            connection.connect()
            connection.sock.sendall(message)
            response = http.client.HTTPResponse(connection.sock, method=method)
            response.begin()
            print(response.status, response.reason)
            print(response.read().decode("utf-8", "replace"))
            connection.close()



        """

    mutating func request(_ request: ExportedRequest) -> String {
        if let place = request.countingLine { return counting(request, place) }
        let lines = Self.lines(request.wire)
        let method = "\"\(CodeText.string(request.method))\""
        let host = "\"\(CodeText.string(request.host))\""
        return """
            send(
                \(request.isSecure ? "True" : "False"), \(host), \(request.port), \(method),
            \(lines))

            """
    }

    /// The body stands by itself, and its length is counted where it is sent.
    private func counting(_ request: ExportedRequest, _ place: Int) -> String {
        let (before, behind) = request.wireHead(around: place)
        let line = request.lines[place]
        let name = CodeText.string(Bytes(line.name.array + Array(": ".utf8)))
        let method = "\"\(CodeText.string(request.method))\""
        let host = "\"\(CodeText.string(request.host))\""
        return """
            content = (
            \(Self.lines(request.body)))
            send(
                \(request.isSecure ? "True" : "False"), \(host), \(request.port), \(method),
            \(Self.lines(before))    b"\(name)" + str(len(content)).encode() + b"\\r\\n"
            \(Self.lines(behind))    + content)

            """
    }

    private static func lines(_ bytes: Bytes) -> String {
        CodeText.lines(bytes).map { "    b\"\(CodeText.string($0))\"\n" }.joined()
    }
}
