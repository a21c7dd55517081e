import Bytes
import Flow
import HTTPModel

/// A program of Node.js that sends an equal request: fields in the same order and spelling, none added.
struct JavaScriptExport: CodeExporter {
    static let commentSign = "//"

    let prelude = """
        const modules = { http: require("node:http"), https: require("node:https"), net: require("node:net"), \
        tls: require("node:tls") };

        function send(secure, options, headers, body) {
          return new Promise((resolve, reject) => {
            const request = modules[secure ? "https" : "http"].request({ agent: false, setHost: false, ...options });
            for (const name of ["connection", "content-length", "transfer-encoding"]) request.removeHeader(name);
            // The length is computed, so that you can change the body.
            for (const [name, value] of headers) {
              request.appendHeader(name, value ?? String(Buffer.byteLength(body, "latin1")));
            }
            request.on("error", reject);
            request.on("response", (response) => {
              const pieces = [];
              response.on("error", reject);
              response.on("data", (piece) => pieces.push(piece));
              response.on("end", () => {
                console.log(response.statusCode, response.statusMessage);
                console.log(Buffer.concat(pieces).toString());
                resolve();
              });
            });
            request.end(body && Buffer.from(body, "latin1"));
          });
        }

        // For requests that Node.js would otherwise change.
        function sendBytes(secure, options, message) {
          return new Promise((resolve, reject) => {
            const socket = secure ? modules.tls.connect({ servername: options.host, ...options }) : \
        modules.net.connect(options);
            socket.on("error", reject);
            socket.on("data", (piece) => process.stdout.write(piece));
            socket.on("end", resolve);
            socket.write(Buffer.from(message, "latin1"));
          });
        }

        (async () => {

        """

    let ending = "})();\n"

    mutating func request(_ request: ExportedRequest) -> String {
        let secure = request.isSecure ? "true" : "false"
        let place = "host: \"\(CodeText.string(request.host))\", port: \(request.port)"
        guard request.isPlain, request.version != .http10, !request.isChunked, !hasScatteredRepeats(request) else {
            return "await sendBytes(\(secure), { \(place) }, \(literal(request.wire)));\n"
        }
        let counted = request.countingLine
        let headers = request.lines.enumerated().map { index, line in
            let value = index == counted ? "null" : "\"\(CodeText.string(line.value))\""
            return "  [\"\(CodeText.string(line.name))\", \(value)],\n"
        }.joined()
        let body = request.content.isEmpty ? "" : ", \(literal(request.content))"
        return """
            await send(\(secure), { \(place), method: "\(CodeText.string(request.method))", path: \
            "\(CodeText.string(request.target))" }, [
            \(headers)]\(body));

            """
    }

    /// Node.js keeps the lines of one name together.
    private func hasScatteredRepeats(_ request: ExportedRequest) -> Bool {
        var seen: Set<Bytes> = []
        return request.lines.contains { !seen.insert($0.name.lowercased).inserted }
    }

    private func literal(_ bytes: Bytes) -> String {
        let lines = CodeText.lines(bytes).map { "\"\(CodeText.string($0))\"" }
        return lines.count <= 1 ? lines.first ?? "\"\"" : lines.joined(separator: " +\n  ")
    }
}
