internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import Platform
internal import Rules

/// Files for answers of rules. Of a folder only what is in it: no link leads out, no name that begins with a dot is
/// served, and a path is taken apart before anything in it is decoded. May block; not for a loop.
enum RuleFolder {
    /// The whole of a file that a rule names; nil when it cannot be read.
    static func content(of path: String, limit: Int) -> Bytes? {
        let descriptor = LockedFiles.openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { LockedFiles.closeFile(descriptor) }
        return file(descriptor, limit: limit)
    }

    /// The same where it is sent as it is: of a long one only what is under way is in memory.
    static func file(_ path: String, limit: Int, sharing files: OpenFiles) -> File? {
        let descriptor = LockedFiles.openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0, case .found(let file) = finding(descriptor, path, limit, files) else { return nil }
        return file
    }

    /// The answer to a request for a file, or for what of a folder `rest` names.
    static func answer(
        _ head: RequestHead, _ path: String, _ rest: Bytes, limit: Int, now: Int64, sharing files: OpenFiles
    ) -> Answer {
        guard head.method == .get || head.method == .head else {
            return plain(405, "Only GET and HEAD are answered from files.\n", [("Allow", "GET, HEAD")])
        }
        switch find(path, rest, limit: limit, sharing: files) {
        case .found(let file): return answer(head, file, now)
        case .absent: return plain(404, "The rule's folder has no such file.\n")
        case .tooLarge: return plain(500, "The file is larger than \(limit >> 20) MiB.\n")
        }
    }

    enum Finding {
        case found(File)
        /// Also for what may not be served: whoever asks learns nothing of it.
        case absent
        case tooLarge
    }

    struct File: Sendable {
        let name: String
        let source: ContentSource
        /// Seconds since 1970.
        let modified: Int64
    }

    /// An answer, and the content behind its head.
    struct Answer: Sendable {
        let answer: RuleAnswer
        let content: ContentSource
    }

    static func find(_ path: String, _ rest: Bytes, limit: Int, sharing files: OpenFiles) -> Finding {
        let base = LockedFiles.openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard base >= 0 else { return .absent }
        var status = stat()
        guard fstat(base, &status) == 0 else {
            LockedFiles.closeFile(base)
            return .absent
        }
        // A rule that names a file answers with it, whatever was asked for.
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return finding(base, path, limit, files)
        }
        guard let parts = parts(of: rest) else {
            LockedFiles.closeFile(base)
            return .absent
        }
        return walk(from: base, parts, limit, files)
    }

    /// Takes the folder's descriptor over. A link is followed nowhere, so each step stays inside of the one before.
    private static func walk(
        from base: Int32, _ parts: [String], _ limit: Int, _ files: OpenFiles
    ) -> Finding {
        var folder = base
        defer { LockedFiles.closeFile(folder) }
        for (place, part) in (parts.isEmpty ? ["index.html"] : parts).enumerated() {
            let next = LockedFiles.openFile(in: folder, part, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard next >= 0 else { return .absent }
            var status = stat()
            guard fstat(next, &status) == 0 else {
                LockedFiles.closeFile(next)
                return .absent
            }
            if status.st_mode & S_IFMT == S_IFDIR {
                LockedFiles.closeFile(folder)
                folder = next
                continue
            }
            guard place == max(parts.count, 1) - 1 else {
                LockedFiles.closeFile(next)
                return .absent
            }
            return finding(next, part, limit, files)
        }
        let index = LockedFiles.openFile(in: folder, "index.html", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard index >= 0 else { return .absent }
        return finding(index, "index.html", limit, files)
    }

    /// Takes the descriptor over.
    private static func finding(_ descriptor: Int32, _ name: String, _ limit: Int, _ files: OpenFiles) -> Finding {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            LockedFiles.closeFile(descriptor)
            return status.st_mode & S_IFMT == S_IFREG ? .tooLarge : .absent
        }
        guard status.st_size > ContentSource.window else {
            defer { LockedFiles.closeFile(descriptor) }
            guard let content = file(descriptor, limit: limit) else { return .absent }
            return .found(File(name: name, source: .bytes(content), modified: FileTime(status).seconds))
        }
        let content = files.content(descriptor, status)
        return .found(
            File(name: name, source: .stored(content, 0..<content.count), modified: FileTime(status).seconds))
    }

    /// The names on the way; nil when one of them is none that is served.
    static func parts(of rest: Bytes) -> [String]? {
        var parts: [String] = []
        for piece in rest.split(separator: ASCII.slash) {
            let decoded = PercentCoding.decode(Bytes(Array(piece)))
            guard let name = String(validating: decoded, as: UTF8.self), !name.hasPrefix("."), name.utf8.count <= 255,
                !name.utf8.contains(where: { $0 == ASCII.slash || $0 == ASCII.backslash || ASCII.isControl($0) })
            else { return nil }
            parts.append(name)
        }
        return parts.count <= 64 ? parts : nil
    }

    private static func file(_ descriptor: Int32, limit: Int) -> Bytes? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            return nil
        }
        var content: [UInt8] = []
        content.reserveCapacity(Int(status.st_size) + 1)
        var block = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = block.withUnsafeMutableBytes { SystemCall.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0, content.count + count <= limit else { return nil }
            if count == 0 { return Bytes(content) }
            content += block[0..<count]
        }
    }

    // MARK: - Answers

    /// With validators (RFC 9110 §8.8), conditions (§13) and one range (§14.2).
    private static func answer(_ head: RequestHead, _ file: File, _ now: Int64) -> Answer {
        let size = file.source.count
        let tag = Bytes("\"\(String(file.modified, radix: 16))-\(String(size, radix: 16))\"")
        var fields: [RuleAnswer.Field] = [
            .init(name: "ETag", value: tag), .init(name: "Last-Modified", value: HTTPDate.format(file.modified)),
            .init(name: "Cache-Control", value: "no-cache"),
        ]
        let preconditions = Preconditions(
            method: head.method, request: head.fields, tag: EntityTag(tag), modified: file.modified, now: now)
        switch preconditions.verdict {
        case .notModified: return Answer(answer: RuleAnswer(status: 304, fields: fields), content: .bytes(Bytes()))
        case .failed: return plain(412, "The file does not meet the request's condition.\n")
        case .perform, .partial, .whole, .unknown: break
        }
        fields.insert(.init(name: "Content-Type", value: Bytes(FileTypes.mediaType(of: file.name))), at: 0)
        fields.append(.init(name: "Accept-Ranges", value: "bytes"))
        guard head.method == .get, preconditions.verdict != .whole, let asked = head.fields.first(.range),
            let range = RangeRequest(asked, limit: 1), range.specs.count == 1
        else { return Answer(answer: RuleAnswer(status: 200, fields: fields), content: file.source) }
        guard let part = range.resolved(size: UInt64(size)).first ?? nil else {
            return plain(416, "The file has \(size) bytes.\n", [("Content-Range", "bytes */\(size)")])
        }
        fields.append(
            .init(name: "Content-Range", value: Bytes("bytes \(part.lowerBound)-\(part.upperBound)/\(size)")))
        let content = file.source.part(Int(part.lowerBound)..<(Int(part.upperBound) + 1))
        return Answer(answer: RuleAnswer(status: 206, fields: fields), content: content)
    }

    private static func plain(_ status: Int, _ text: String, _ more: [(Bytes, String)] = []) -> Answer {
        let type = RuleAnswer.Field(name: "Content-Type", value: "text/plain; charset=utf-8")
        let fields = [type] + more.map { RuleAnswer.Field(name: $0.0, value: Bytes($0.1)) }
        return Answer(answer: RuleAnswer(status: status, fields: fields), content: .bytes(Bytes(text)))
    }
}
