/// Names of fields as people write them.
enum FieldTitle {
    static func of(_ name: String) -> String {
        if name == "etag" { return "ETag" }
        return name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }
}
