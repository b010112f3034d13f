module named {
    exports named;
}
