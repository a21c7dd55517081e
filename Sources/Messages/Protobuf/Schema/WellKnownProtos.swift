/// The types that come with Protocol Buffers, and that files import by these paths without having them.
enum WellKnownProtos {
    static let texts: [String: String] = [
        "google/protobuf/any.proto": """
        package google.protobuf; message Any { string type_url = 1; bytes value = 2; }
        """,
        "google/protobuf/duration.proto": """
        package google.protobuf; message Duration { int64 seconds = 1; int32 nanos = 2; }
        """,
        "google/protobuf/empty.proto": "package google.protobuf; message Empty {}",
        "google/protobuf/field_mask.proto": """
        package google.protobuf; message FieldMask { repeated string paths = 1; }
        """,
        "google/protobuf/source_context.proto": """
        package google.protobuf; message SourceContext { string file_name = 1; }
        """,
        "google/protobuf/struct.proto": """
        package google.protobuf;
        message Struct { map<string, Value> fields = 1; }
        message Value {
          oneof kind {
            NullValue null_value = 1; double number_value = 2; string string_value = 3; bool bool_value = 4;
            Struct struct_value = 5; ListValue list_value = 6;
          }
        }
        enum NullValue { NULL_VALUE = 0; }
        message ListValue { repeated Value values = 1; }
        """,
        "google/protobuf/timestamp.proto": """
        package google.protobuf; message Timestamp { int64 seconds = 1; int32 nanos = 2; }
        """,
        "google/protobuf/wrappers.proto": """
        package google.protobuf;
        message DoubleValue { double value = 1; } message FloatValue { float value = 1; }
        message Int64Value { int64 value = 1; } message UInt64Value { uint64 value = 1; }
        message Int32Value { int32 value = 1; } message UInt32Value { uint32 value = 1; }
        message BoolValue { bool value = 1; } message StringValue { string value = 1; }
        message BytesValue { bytes value = 1; }
        """,
        // What only options are made of, which nobody reads here.
        "google/protobuf/descriptor.proto": """
        package google.protobuf;
        message FileOptions {} message MessageOptions {} message FieldOptions {} message OneofOptions {}
        message EnumOptions {} message EnumValueOptions {} message ServiceOptions {} message MethodOptions {}
        """,
    ]
}
