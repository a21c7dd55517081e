/// Names of columns as SQL has them, from the names of cases: `clientConnection` is `client_connection`.
enum SnakeCase {
    static func name(_ caseName: String) -> String {
        var name = ""
        for character in caseName {
            if character.isUppercase { name.append("_") }
            name.append(contentsOf: character.lowercased())
        }
        return name
    }
}
