/// Media types by the ending of a file's name.
package enum FileTypes {
    /// `application/octet-stream` for one that nothing is known of.
    package static func mediaType(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return unknown }
        return types[name[name.index(after: dot)...].lowercased()] ?? unknown
    }

    private static let unknown = "application/octet-stream"

    private static let types = [
        "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
        "json": "application/json", "map": "application/json", "webmanifest": "application/manifest+json",
        "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "xml": "application/xml", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon",
        "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf", "wasm": "application/wasm",
        "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip", "mp3": "audio/mpeg",
        "mp4": "video/mp4", "webm": "video/webm",
    ]
}
