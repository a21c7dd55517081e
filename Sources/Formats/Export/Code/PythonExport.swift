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
        let lines = CodeText.lines(request.wire).map { "    b\"\(CodeText.string($0))\"\n" }.joined()
        let method = "\"\(CodeText.string(request.method))\""
        let host = "\"\(CodeText.string(request.host))\""
        return """
            send(
                \(request.isSecure ? "True" : "False"), \(host), \(request.port), \(method),
            \(lines))

            """
    }
}
